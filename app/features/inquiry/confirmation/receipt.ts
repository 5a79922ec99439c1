import { api, ApiFailure } from '../../../api/client'
import type { ReceiptState } from '../../../../functions/contract/inquiry'

/** The query of a complete page. */
export interface CompleteSearch {
  receipt?: string
  /** Names of files that were not sent. */
  unsent?: string[]
  /** Names of staged files, which are tried again with the inquiry. */
  held?: string[]
}

const RECEIPT = /^[A-Za-z0-9-]{1,64}$/
const names = (value: unknown) =>
  [value]
    .flat()
    .filter((name): name is string => typeof name === 'string' && name !== '')
    .slice(0, 10)

/** Reads a complete page's query and leaves out what is not valid. */
export function completeSearch(query: Record<string, unknown>): CompleteSearch {
  const unsent = names(query.unsent)
  const held = names(query.held)
  return {
    ...(typeof query.receipt === 'string' && RECEIPT.test(query.receipt) && { receipt: query.receipt }),
    ...(unsent.length > 0 && { unsent }),
    ...(held.length > 0 && { held }),
  }
}

/** What an inquiry has gone through; null where there is no such receipt, `unknown` while the API cannot tell. */
export type ReceiptResult = ReceiptState | 'unknown' | null

/** State of an inquiry; `unknown` while the API cannot tell. */
export type DeliveryState = ReceiptState['state'] | 'destroyed' | 'unknown'

/** @returns null where there is no such receipt */
export async function loadReceipt(receipt: string | undefined): Promise<DeliveryState | null> {
  const result = await loadStatus(receipt)
  return typeof result === 'object' ? (result?.state ?? null) : result
}

export async function loadStatus(receipt: string | undefined): Promise<ReceiptResult> {
  if (!receipt) return null
  try {
    return await api.receipt(receipt)
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure
    return failure.status === 404 ? null : 'unknown'
  }
}
