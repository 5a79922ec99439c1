import { ApiFailure } from '../../../api/client'
import { readReceipt } from '../../../api/reads'
import type { Search } from '../../../urls/known-parameters'
import { readStored, store } from '../draft'
import type { FormKind } from '../../../../functions/contract/form-fields'
import type { ReceiptState } from '../../../../functions/contract/inquiry-body'

/** Names of files of an inquiry that the upstream has not got with it. */
export interface FilesLeft {
  /** Of files that were not sent. */
  unsent: string[]
  /** Of staged files, which are tried again with the inquiry. */
  held: string[]
}

const keyOf = (receipt: string) => `inquiry-sent:${receipt}`

/** Keeps the names for the confirmation in this tab. An address may not name them: anybody could write it. */
export const storeFilesLeft = (receipt: string, left: FilesLeft): void => store(keyOf(receipt), left)
export const storedFilesLeft = (receipt: string): FilesLeft | null => readStored<FilesLeft>(keyOf(receipt))

/** What an inquiry has gone through; null where there is no such receipt, `unknown` while the API cannot tell. */
export type ReceiptResult = ReceiptState | 'unknown' | null

/** What is known of it, or null. */
export const knownState = (result: ReceiptResult | undefined): ReceiptState | null =>
  typeof result === 'object' ? result : null

/**
 * Key of a complete page's title.
 * @param kind of the page's address
 */
export function completeTitle(kind: FormKind, receipt: string | undefined, result: ReceiptResult | undefined) {
  if (receipt !== undefined && result === null) return 'page:complete.unknown'
  const known = knownState(result)
  return known?.state === 'destroyed' ? 'page:status.title' : (`page:complete.${known?.kind ?? kind}` as const)
}

/** @param search `held`: signed names of staged files, from a form that was posted without a script */
export async function loadReceipt({ receipt, held }: Pick<Search, 'receipt' | 'held'>): Promise<ReceiptResult> {
  if (!receipt) return null
  try {
    return await readReceipt(receipt, held)
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure
    return failure.status === 404 ? null : 'unknown'
  }
}
