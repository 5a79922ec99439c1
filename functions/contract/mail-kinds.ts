const HOUR = 3_600_000

/** How long the site knows that there was a mail, and what became of it. */
export const MAIL_KEPT_MS = 365 * 24 * HOUR

/** For whom a kind of mail is, and what is kept of one that does not wait any more. Its text never is. */
interface Kind {
  to: 'operators' | 'visitor' | 'webhook'
  /** How long the addresses are kept, counted from when the mail was written. */
  addressKeptMs: number
  /** An address gets at most one in this time. No longer than it is kept. */
  everyMs?: number
  /** An alert of the site itself, which is about no inquiry: the kind that says that it is over. */
  allClear?: string
}

const OPERATORS = { to: 'operators', addressKeptMs: MAIL_KEPT_MS } as const

/** The kinds of mail that the site sends (docs/contract.md#10). */
export const MAIL_KINDS = {
  accepted: OPERATORS,
  confirmation: { to: 'visitor', addressKeptMs: HOUR, everyMs: HOUR },
  /** What an operator has answered. */
  answer: { to: 'visitor', addressKeptMs: HOUR },
  /** What of a reply was left out. */
  'left-out': { to: 'visitor', addressKeptMs: HOUR },
  /** The visitor has replied. */
  reply: OPERATORS,
  undelivered: OPERATORS,
  /** It waits for its first answer for longer than the brand promises. */
  late: OPERATORS,
  delayed: { ...OPERATORS, allClear: 'all-clear' },
  'all-clear': OPERATORS,
  /** A run has stayed away for two hours. */
  'no-delivery': { ...OPERATORS, allClear: 'delivery-again' },
  'delivery-again': OPERATORS,
  'no-destruction': { ...OPERATORS, allClear: 'destruction-again' },
  'destruction-again': OPERATORS,
  /** A webhook has not taken what it was told. */
  'webhook-failed': OPERATORS,
  /** No mail: what a webhook is told (docs/contract.md#12), which keeps the same schedule. Its recipient is the name of the webhook. */
  webhook: { to: 'webhook', addressKeptMs: MAIL_KEPT_MS },
} as const satisfies Record<string, Kind>

type Kinds = typeof MAIL_KINDS
export type MailKind = keyof Kinds
/** Alerts of the site itself, each with its all-clear. */
export type Alert = { [K in MailKind]: Kinds[K] extends { allClear: MailKind } ? K : never }[MailKind]

/** The kinds that hold a visitor's address. */
export const VISITOR_KINDS = (Object.keys(MAIL_KINDS) as MailKind[]).filter((kind) => MAIL_KINDS[kind].to === 'visitor')
