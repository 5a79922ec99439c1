import { namedValues } from './named-values.ts'

/** An Access application whose tokens open the admin (docs/contract.md#9). */
export interface Audience {
  /** The application's audience tag. */
  tag: string
  /** Id of the only brand of its operators; null: all brands. */
  brandId: string | null
}

export interface Audiences {
  /** Entries that are right. The others admit nobody. */
  audiences: Audience[]
  /** What is wrong with the others, for the operator. */
  faults: string[]
}

const TAG = /^[\w.-]+$/
const HOW = 'write it like 4714…, partner-a=9c1e…: one tag for operators of all brands, and one for each brand'

/**
 * Reads the setting ACCESS_AUD, such as `4714…, partner-a=9c1e…`. A tag or a brand that is named twice counts for nobody, because nothing
 * says which entry is meant.
 * @param brandIds of the registry
 */
export function audiencesOf(setting: string, brandIds: readonly string[]): Audiences {
  const faults: string[] = []
  const read = namedValues(setting).flatMap(({ name, value }): Audience[] => {
    if (TAG.test(value)) return [{ tag: value, brandId: name }]
    faults.push(`"${name === null ? '' : `${name}=`}${value}" is no entry; ${HOW}`)
    return []
  })
  const isTwice = (same: (other: Audience) => boolean) => read.filter(same).length > 1
  const audiences = read.filter(({ tag, brandId }) => {
    const name = brandId ?? 'all brands'
    const fault =
      brandId !== null && !brandIds.includes(brandId)
        ? `there is no brand ${brandId}; write one of ${brandIds.join(', ')}`
        : isTwice((other) => other.brandId === brandId)
          ? `${name} has more than one audience; leave one`
          : isTwice((other) => other.tag === tag)
            ? `${name} has the audience of another entry; make an Access application for each`
            : null
    if (fault !== null && !faults.includes(fault)) faults.push(fault)
    return fault === null
  })
  return { audiences, faults }
}
