/** What an outbox said of an inquiry at one of its versions. */
export interface PastEntry {
  state: string
  attempts: number
  lastFailure: string | null
  deliveredAt: number | null
  processedAt: number | null
  destroyAt: number | null
  destroyedAt: number | null
  receivedHere: number
  payload: string | null
}
