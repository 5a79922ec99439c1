import { z } from 'zod'
import { ROLES } from './palette/roles.ts'

const inBothLanguages = z.strictObject({ ko: z.string().min(1), en: z.string().min(1) })
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
  origin: z.url().regex(/[^/]$/, 'write it without a slash at the end'),
  name: inBothLanguages,
  /** Word mark beside the symbol; keep it short, it stands in a 56 px header. */
  wordmark: z.string().min(1).max(16),
  /** Path data of the symbol, drawn in a 32 × 32 box in the primary colour. */
  symbol: z.string().regex(/^[MLHVCSQTAZmlhvcsqtaz0-9 ,.-]+$/, 'write SVG path data'),
  /** The brand's colour, in any notation of CSS: every other colour is made from it, such that all of them can be read (docs/decisions/016). */
  seed: z.string().min(1),
  /** Colours that the customer has fixed to the letter; they are checked, not changed. Rarely needed. */
  colours: z.partialRecord(z.enum(ROLES), z.string().min(1)).optional(),
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
  turnstile: z
    .strictObject({ siteKey: z.string().regex(/^[\w-]+$/, "write the widget's site key") })
    .nullable()
    .default(null),
  /** The four partners of the home page, with their external links (spec 1). */
  partners: z.array(z.strictObject({ name: inBothLanguages, field: inBothLanguages, url: z.url() })).length(4),
})

/** A brand as it is written in the registry. */
export type BrandEntry = z.input<typeof brandSchema>

/** A brand as the site knows it: its colours made from the seed. */
export type Brand = Omit<z.output<typeof brandSchema>, 'seed' | 'colours'> & {
  /** For where no style sheet reaches: theme colour, icons, pictures. */
  colours: { primary: string; secondary: string }
  /** All of its colours, as the CSS rule for the page's head. */
  css: string
}

type OneLanguage<T> = T extends { ko: string; en: string }
  ? string
  : T extends readonly (infer Item)[]
    ? OneLanguage<Item>[]
    : T extends object
      ? { [Key in keyof T]: OneLanguage<T[Key]> }
      : T
/** What a page needs of its brand, in the page's language: everything but where it is served and what goes upstream. */
export type PageBrand = OneLanguage<Omit<Brand, 'hosts' | 'whiteLabel' | 'indexing'>> & {
  /**
   * Origin that search engines are told to keep: the brand's own, or, by its indexing policy, the default brand's. In that case
   * it is the one thing of another brand's that a page may hold (docs/decisions/016).
   */
  canonicalOrigin: string
}

export const registrySchema = z.strictObject({ default: brandSchema, partners: z.array(brandSchema) })
/** The registry as it is written, and as the site knows it. */
export type RegistryEntries = z.input<typeof registrySchema>
export interface Registry {
  default: Brand
  partners: Brand[]
}
