import { namedValues } from './named-values.ts'

/** With what every link of the admin in a mail begins (docs/contract.md#10). */
export interface AdminOrigins {
  /** For operators of all brands; null: the brand's own origin. */
  all: string | null
  /** By brand id: where the operators of a brand enter, whose Access application stands in front of another host. */
  ofBrands: Record<string, string>
}

const ADDRESS = /^https?:\/\/[^/?#]+\/?$/

/** Reads the setting ADMIN_ORIGIN, such as `https://www.your-site.com, partner-a=https://partner-a.example`; null where it is faulty. */
export function adminOriginsOf(setting: string): AdminOrigins | null {
  const origins: AdminOrigins = { all: null, ofBrands: {} }
  for (const { name: brandId, value } of namedValues(setting)) {
    if (!ADDRESS.test(value) || !URL.canParse(value)) return null
    const { origin } = new URL(value)
    if (brandId === null ? origins.all !== null : brandId in origins.ofBrands) return null
    if (brandId === null) origins.all = origin
    else origins.ofBrands[brandId] = origin
  }
  return origins
}

/** What is wrong with the brands that the setting names, for the operator. @param brandIds of the registry */
export const adminOriginFaults = ({ ofBrands }: AdminOrigins, brandIds: readonly string[]): string[] =>
  Object.keys(ofBrands)
    .filter((id) => !brandIds.includes(id))
    .map((id) => `there is no brand ${id}; write one of ${brandIds.join(', ')}`)

/** With what a link of the admin begins in what operators of a brand are told. */
export const adminOriginFor = (
  { all, ofBrands }: AdminOrigins,
  { id, origin }: { id: string; origin: string },
): string => ofBrands[id] ?? all ?? origin

/** Address of the page of an inquiry in the admin. @param origin of `adminOriginFor` */
export const inquiryPage = (origin: string, receipt: string): string => `${origin}/admin/inquiries/${receipt}`
