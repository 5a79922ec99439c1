/** A row of the outbox. */
export interface StoredEntry {
  receipt: string
  subject: string
  state: string
  version: number
  acceptedAt: number
  attempts: number
  processedAt: number | null
  destroyAt: number | null
  payload: string | null
  /** Of what was typed, while its key stands for it. */
  typedHash: string | null
  /** Made of a row that had none. */
  isAdopted: boolean
}

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
