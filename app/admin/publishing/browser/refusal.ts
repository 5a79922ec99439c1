const CONFLICT = 409

/**
 * Why the same call would be refused again (RFC 9110, 15.5): somebody else was first, what it holds does not fit, or the caller may not;
 * null where another try can succeed.
 * @param status of an answer that is no success
 */
export function refusalOf(status: number): 'conflict' | 'invalid' | 'forbidden' | null {
  if (status < 400 || status >= 500 || status === 408 || status === 429) return null
  if (status === CONFLICT) return 'conflict'
  return status === 400 || status === 413 ? 'invalid' : 'forbidden'
}
