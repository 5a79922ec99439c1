/**
 * The state of an inquiry as operators see it. `new`: the site's own upstream has received it, and nobody has seen to it. `delivered`: a
 * remote upstream has taken it, which keeps its contents. `answered`: it was answered, and the visitor has not replied since.
 */
export const RECORD_STATES = [
  'queued',
  'undelivered',
  'new',
  'delivered',
  'answered',
  'processed',
  'destroyed',
] as const
export type RecordState = (typeof RECORD_STATES)[number]

/** How long a mark as processed can be taken back. */
export const UNDO_MS = 600_000

/** The states in which an operator can do something with an inquiry. */
export const POSSIBLE_IN = {
  sendAgain: ['queued', 'undelivered'],
  markProcessed: ['undelivered', 'new', 'delivered', 'answered'],
  remind: ['new', 'answered'],
} as const satisfies Record<string, readonly RecordState[]>

/** Whether something can be done in a state. */
export const isPossibleIn = (state: RecordState, what: keyof typeof POSSIBLE_IN): boolean =>
  POSSIBLE_IN[what].some((one) => one === state)

/** What an operator can do with an inquiry. */
export type InquiryCommand = 'sendAgain' | 'markProcessed' | 'undo' | 'destroy'

/**
 * What can be done with an inquiry now. Pages offer it, and the commands refuse everything else.
 * @param processedAt ISO 8601
 * @param now milliseconds since epoch
 */
export function possibleCommands(
  { state, processedAt }: { state: RecordState; processedAt: string | null },
  now = Date.now(),
): Record<InquiryCommand, boolean> {
  return {
    sendAgain: isPossibleIn(state, 'sendAgain'),
    markProcessed: isPossibleIn(state, 'markProcessed'),
    undo: state === 'processed' && processedAt !== null && now - Date.parse(processedAt) < UNDO_MS,
    destroy: state !== 'destroyed',
  }
}
