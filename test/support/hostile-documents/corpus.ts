import { type HostileDocument, type Kind, randomOf } from './document.ts'
import { MISLABELLED } from './mislabelled.ts'
import { OFFICE } from './office.ts'
import { PDFS } from './pdfs.ts'
import { PICTURES } from './pictures.ts'

const KINDS: Kind[] = [...PDFS, ...OFFICE, ...PICTURES, ...MISLABELLED]

/** The number of kinds: a corpus of so many has one of each. */
export const KINDS_COUNT = KINDS.length

/**
 * Hostile documents of all kinds in turn, made one after the other: bombs of every allowed type, truncated, nested and mislabelled ones,
 * hostile names. The same number and seed give the same bytes.
 */
export function* hostileDocuments(count: number, seed = 20_261_123): Generator<HostileDocument> {
  for (let n = 0; n < count; n++) {
    const kind = KINDS[n % KINDS.length]
    if (kind) yield kind(randomOf(seed + n))
  }
}
