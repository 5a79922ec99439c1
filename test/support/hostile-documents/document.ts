/** What the site promises for a document: that it is taken, or the code of its refusal. Both where a reader of bytes may differ. */
export interface Promised {
  refused?: 'file-wrong-type' | 'file-not-its-type' | 'file-empty'
  taken?: true
}

export interface HostileDocument {
  /** What is hostile about it. */
  what: string
  name: string
  bytes: Uint8Array<ArrayBuffer>
  promised: Promised
}

/** A source of numbers that begins anew with each document, so that a document is the same in every corpus. */
export interface Random {
  /** A whole number from `from` up to and without `to`. */
  between(from: number, to: number): number
  of<T>(values: readonly T[]): T
  bytes(length: number): Buffer
}

/** Makes a document of one kind. */
export type Kind = (random: Random) => HostileDocument

/** Park and Miller's generator: the same seed gives the same numbers everywhere. */
export function randomOf(seed: number): Random {
  let state = (seed % 2_147_483_646) + 1
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from))
  // The first numbers of neighbouring seeds are alike.
  for (let skipped = 0; skipped < 5; skipped++) next()
  return {
    between,
    of: <T>(values: readonly T[]) => values[between(0, values.length)] as T,
    bytes: (length) => Buffer.from(Array.from({ length }, () => between(0, 256))),
  }
}

/** Parts one after the other; texts are Latin-1. */
export const join = (...parts: (string | Uint8Array)[]): Buffer<ArrayBuffer> =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))

export const taken: Promised = { taken: true }
export const refused = (code: NonNullable<Promised['refused']>): Promised => ({ refused: code })
export const NOT_ITS_TYPE = refused('file-not-its-type')
/** Damaged so that a reader may see the type of its name or none; nothing in it can run. */
export const EITHER: Promised = { ...NOT_ITS_TYPE, taken: true }
