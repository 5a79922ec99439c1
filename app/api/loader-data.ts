import type { ErrorCode } from '../../functions/contract/problem'
import { markUncacheable, setPageStatus } from '../context/page-context'
import { ApiFailure } from './client'

/** Runs a loader. Where the API fails, the page gets the failure's code to show, and status 502 (docs/contract.md#2). */
export async function loadOrFailure<T extends object>(load: () => Promise<T>): Promise<T | { failure: ErrorCode }> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    setPageStatus(502)
    return { failure: error.code }
  }
}

/** Whether a loader has returned a failure instead of its data, or data marked as `partial`: not to be shown a second time. */
export const isIncomplete = (loaderData: unknown): boolean =>
  typeof loaderData === 'object' && loaderData !== null && ('failure' in loaderData || 'partial' in loaderData)

/** Data that a page can do without: where the API fails, the page shows `fallback` and is not cached. */
export async function loadOptional<T>(data: Promise<T>, fallback: T): Promise<T> {
  try {
    return await data
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    markUncacheable()
    return fallback
  }
}
