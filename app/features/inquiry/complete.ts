import { api, ApiFailure } from '../../api/client'
import type { ReceiptState } from '../../../functions/contract/inquiry'

/** What the address of a complete page says. */
export interface CompleteSearch {
  receipt?: string
  /** Names of files that did not go. */
  unsent?: string[]
  /** Names of files that the edge keeps and tries again. */
  held?: string[]
}

const RECEIPT = /^[A-Za-z0-9-]{1,64}$/
const names = (value: unknown) =>
  [value]
    .flat()
    .filter((name): name is string => typeof name === 'string' && name !== '')
    .slice(0, 10)

/** Reads a complete page's query; what does not fit is left out. */
export function completeSearch(query: Record<string, unknown>): CompleteSearch {
  const unsent = names(query.unsent)
  const held = names(query.held)
  return {
    ...(typeof query.receipt === 'string' && RECEIPT.test(query.receipt) && { receipt: query.receipt }),
    ...(unsent.length > 0 && { unsent }),
    ...(held.length > 0 && { held }),
  }
}

/** Where an inquiry is: its state, or `unknown` where it cannot be had just now, or null where there is no such receipt. */
export type Known = ReceiptState['state'] | 'unknown' | null

export async function loadReceipt(receipt: string | undefined): Promise<Known> {
  if (!receipt) return null
  try {
    return (await api.receipt(receipt)).state
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure
    return failure.status === 404 ? null : 'unknown'
  }
}
