/** Whether a client has what an ETag names. `If-None-Match` is a list and compares weakly (RFC 9110, 13.1.2): a compressing proxy may have made the tag a weak one. */
export const matchesEtag = (ifNoneMatch: string | null | undefined, etag: string | null): boolean =>
  etag !== null &&
  (ifNoneMatch ?? '').split(',').some((tag) => {
    const named = tag.trim()
    return named === '*' || named.replace(/^W\//, '') === etag
  })

/** Bytes of a file, the last one included. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * The part of a file that a request asks for (RFC 9110, 14.2). Null for all of it: where it asks for no part or for several, where it is faulty, and
 * where the client has another version.
 */
export function rangeOf(headers: Headers, etag: string, size: number): ByteRange | null | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(headers.get('range')?.replace(/\s/g, '') ?? '') ?? []
  const isFaulty = from === '' ? to === '' : to !== '' && Number(from) > Number(to)
  if (isFaulty || (headers.get('if-range') ?? etag) !== etag) return null
  const [start, end] = from === '' ? [size - Number(to), size - 1] : [Number(from), to === '' ? size - 1 : Number(to)]
  return start >= size ? 'unsatisfiable' : { first: Math.max(0, start), last: Math.min(end, size - 1) }
}
