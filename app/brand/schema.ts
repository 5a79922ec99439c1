import { z } from 'zod'

const inBothLanguages = z.strictObject({ ko: z.string().min(1), en: z.string().min(1) })
const hexColour = z.string().regex(/^#[0-9a-f]{6}$/, 'write the colour as #rrggbb in lower case')
const host = z.string().regex(/^[a-z0-9.-]+$/, 'write the host in lower case, without port')

/** One brand as the operator writes it: the type and the manual of the registry. */
export const brandSchema = z.strictObject({
  /** Stands in `<html data-brand>` and in cache keys. */
  id: z.string().regex(/^[a-z][a-z0-9-]*$/, 'use lower-case letters, digits and hyphens'),
  /** The `white-label` header of every upstream request. */
  whiteLabel: z.string().min(1),
  /** Host names, without port, that show this brand. The default brand needs none: it gets every other host. */
  hosts: z.array(host),
  /** Origin for canonical links, never taken from the request. */
  origin: z.url(),
  name: inBothLanguages,
  /** Word mark beside the symbol; keep it short, it stands in a 56 px header. */
  wordmark: z.string().min(1).max(16),
  /** Path data of the symbol, drawn in a 32 × 32 box in the primary colour. */
  symbol: z.string().regex(/^[MLHVCSQTAZmlhvcsqtaz0-9 ,.-]+$/, 'write SVG path data'),
  colours: z.strictObject({ primary: hexColour, secondary: hexColour }),
  company: z.strictObject({
    name: inBothLanguages,
    representative: inBothLanguages,
    address: inBothLanguages,
    phone: z.string().min(1),
    email: z.email(),
    registrationNumber: z.string().min(1),
  }),
  /** The client portal, which the home page links to. */
  portal: z.strictObject({ url: z.url() }),
  /**
   * What search engines shall do with this brand's hosts: `own` indexes them under their own origin,
   * `canonical-to-default` gives all credit to the default brand's origin, which carries the same content.
   */
  indexing: z.enum(['own', 'canonical-to-default'], "write 'own' or 'canonical-to-default'"),
  /** The parts that the spec knows but hides; off unless switched on here. */
  features: z
    .strictObject({
      /** The search box of the FAQ list (spec 2, FAQ list). */
      faqSearch: z.boolean().default(false),
      /** The button to the client portal in header and drawer (spec 1). */
      portalInHeader: z.boolean().default(false),
    })
    .prefault({}),
  /** Cloudflare Turnstile before both forms: the public site key of its widget, or null for none (decision 015). Its secret is TURNSTILE_SECRET. */
  turnstile: z.strictObject({ siteKey: z.string().regex(/^[\w-]+$/, "write the widget's site key") }).nullable().default(null),
  /** The four partners of the home page, with their external links (spec 1). */
  partners: z.array(z.strictObject({ name: inBothLanguages, field: inBothLanguages, url: z.url() })).length(4),
})

export type Brand = z.infer<typeof brandSchema>

type OneLanguage<T> = T extends { ko: string; en: string } ? string : T extends readonly (infer Item)[] ? OneLanguage<Item>[] : T extends object ? { [Key in keyof T]: OneLanguage<T[Key]> } : T
/** What a page needs of its brand, in the page's language: everything but where it is served and what goes upstream. */
export type PageBrand = OneLanguage<Omit<Brand, 'hosts' | 'whiteLabel' | 'indexing'>> & {
  /**
   * Origin that search engines are told to keep: the brand's own, or, by its indexing policy, the default brand's. In that case
   * it is the one thing of another brand's that a page may hold (docs/decisions/014).
   */
  canonicalOrigin: string
}

export const registrySchema = z.strictObject({ default: brandSchema, partners: z.array(brandSchema) })
export type Registry = z.infer<typeof registrySchema>

/**
 * Checks a registry as an operator wrote it.
 * @throws Error whose message names each faulty setting and what to write instead.
 */
export function parseRegistry(input: unknown): Registry {
  const result = registrySchema.safeParse(input)
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The brand registry (app/brand/registry.server.ts) has faults:\n${faults.join('\n')}`)
  }
  if (result.data.default.indexing !== 'own') {
    throw new Error(`The brand registry (app/brand/registry.server.ts) has faults:\n  default.indexing: write 'own'; the default brand is the one that the others can be canonical to.`)
  }
  const hosts = result.data.partners.flatMap((brand) => brand.hosts)
  const ids = [result.data.default, ...result.data.partners].map((brand) => brand.id)
  for (const [what, list] of [['host', hosts], ['id', ids]] as const) {
    const twice = list.find((value, index) => list.indexOf(value) !== index)
    if (twice) throw new Error(`The brand registry (app/brand/registry.server.ts) has the ${what} "${twice}" twice; each may stand once.`)
  }
  return result.data
}
