import { ApiFailure } from '../../../api/client'
import { readReceipt } from '../../../api/reads'
import { readStored, store } from '../draft'
import type { FormKind } from '../../../../functions/contract/forms'
import type { ReceiptState } from '../../../../functions/contract/inquiry-body'

/** The query of a complete page. */
export interface CompleteSearch {
  receipt?: string
  /** Signed names of staged files, from a form that was posted without a script. */
  held?: string
}

/** Names of files of an inquiry that the upstream has not got with it. */
export interface FilesLeft {
  /** Of files that were not sent. */
  unsent: string[]
  /** Of staged files, which are tried again with the inquiry. */
  held: string[]
}

const RECEIPT = /^[A-Za-z0-9-]{1,64}$/

/** Reads a complete page's query and leaves out what is not valid. */
export function completeSearch(query: Record<string, unknown>): CompleteSearch {
  return {
    ...(typeof query.receipt === 'string' && RECEIPT.test(query.receipt) && { receipt: query.receipt }),
    ...(typeof query.held === 'string' && query.held !== '' && { held: query.held }),
  }
}

const keyOf = (receipt: string) => `inquiry-sent:${receipt}`

/** Keeps the names for the confirmation in this tab. An address may not name them: anybody could write it. */
export const storeFilesLeft = (receipt: string, left: FilesLeft): void => store(keyOf(receipt), left)
export const storedFilesLeft = (receipt: string): FilesLeft | null => readStored<FilesLeft>(keyOf(receipt))

/** What an inquiry has gone through; null where there is no such receipt, `unknown` while the API cannot tell. */
export type ReceiptResult = ReceiptState | 'unknown' | null

/** State of an inquiry; `unknown` while the API cannot tell. */
export type DeliveryState = ReceiptState['state'] | 'destroyed' | 'unknown'

/** What a complete page shows of an inquiry. */
export interface Confirmed {
  state: DeliveryState
  /** Of the receipt, whatever the address of the page; undefined while the API cannot tell. */
  kind?: FormKind
  /** Of staged files that the address proves. */
  held: string[]
  isAnswered?: boolean
  /** When it was accepted, ISO 8601; undefined while the API cannot tell. */
  acceptedAt?: string
}

/** @returns null where there is no such receipt */
export async function loadComplete({ receipt, held }: CompleteSearch): Promise<Confirmed | null> {
  const result = await loadStatus(receipt, held)
  if (result === null) return null
  return result === 'unknown'
    ? { state: result, held: [] }
    : {
        state: result.state,
        kind: result.kind,
        held: result.held ?? [],
        isAnswered: result.answered_at !== undefined,
        acceptedAt: result.accepted_at,
      }
}

/**
 * Key of a complete page's title.
 * @param kind of the page's address
 * @param loaded null where there is no such receipt
 */
export function completeTitle(
  kind: FormKind,
  receipt: string | undefined,
  loaded?: Pick<Confirmed, 'state' | 'kind'> | null,
) {
  if (receipt && loaded === null) return 'page:complete.unknown'
  return loaded?.state === 'destroyed' ? 'page:status.title' : (`page:complete.${loaded?.kind ?? kind}` as const)
}

/** @returns null where there is no such receipt */
export async function loadReceipt(receipt: string | undefined): Promise<DeliveryState | null> {
  const result = await loadStatus(receipt)
  return typeof result === 'object' ? (result?.state ?? null) : result
}

export async function loadStatus(receipt: string | undefined, held?: string): Promise<ReceiptResult> {
  if (!receipt) return null
  try {
    return await readReceipt(receipt, held)
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure
    return failure.status === 404 ? null : 'unknown'
  }
}
