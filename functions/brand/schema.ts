import { z } from 'zod'
import { eachLocale, LOCALES } from '../contract/languages.ts'
import { PROCESSED_MONTHS_MAX } from '../contract/retention.ts'
import { RECEIVER_ADDRESS, WEBHOOK_EVENTS, WEBHOOK_FORMATS, WEBHOOK_NAME } from '../contract/webhooks.ts'
import { ROLES } from './palette/roles.ts'

const inEachLanguage = z.strictObject(eachLocale(() => z.string().min(1, 'it is missing; write it in each language')))
const host = z
  .string()
  .regex(/^[a-z0-9.-]+$/, 'write the host in lower case, without port')
  .regex(/^[^.]+(?:\.[^.]+)+$/, 'write the whole host, with its domain')

/**
 * Wordings of the privacy policy that counsel may have to change for one company. Each stands in the text as `{{name: words}}`; the
 * words are used where the registry has none (docs/counsel.md).
 */
export const LEGAL_WORDINGS = [
  'mailProvider',
  'transferCountries',
  'accessRecords',
  'inquiryBoard',
  'destruction',
  'prosecutors',
  'prosecutorsPhone',
] as const

const claim = z.strictObject({ title: inEachLanguage, text: inEachLanguage })

/** Who is told of a brand's inquiries by HTTP (docs/contract.md#12). */
const webhook = z
  .strictObject({
    /** Its name, and that of its secret in WEBHOOK_SECRETS. */
    secret: z.string().regex(WEBHOOK_NAME, 'use lower-case letters, digits and hyphens'),
    /** Where it is told. The address of a card is its secret. */
    url: z.url().regex(RECEIVER_ADDRESS, 'write it with https, and no password in it').optional(),
    events: z.array(z.enum(WEBHOOK_EVENTS)).min(1, 'name an event'),
    /** Whether `inquiry.accepted` has what the visitor typed. No clock of the site empties what the receiver keeps. */
    contents: z.boolean().default(false),
    format: z.enum(WEBHOOK_FORMATS).default('standard'),
  })
  .refine(({ format, url }) => (format === 'standard') === (url !== undefined), {
    path: ['url'],
    message: 'write it, or for a card of Slack or Teams leave it out: WEBHOOK_SECRETS has its address',
  })
  .refine(({ format, contents }) => format === 'standard' || !contents, {
    path: ['contents'],
    message: 'leave it out: a card has no contents',
  })
  .refine(({ contents, events }) => !contents || events.includes('inquiry.accepted'), {
    path: ['contents'],
    message: 'leave it out, or ask for inquiry.accepted, which alone has them',
  })

/** One brand in registry.ts. */
export const brandSchema = z.strictObject({
  /** Used in `<html data-brand>` and in cache keys. */
  id: z.string().regex(/^[a-z][a-z0-9-]*$/, 'use lower-case letters, digits and hyphens'),
  /** Value of the `white-label` header of upstream requests. */
  whiteLabel: z.string().min(1),
  /** Host names, without port, that show this brand. The default brand also gets every unknown host. */
  hosts: z.array(host),
  /**
   * Where the domain of its hosts is no zone of the account: the zone of the account that has them as custom hostnames (docs/deploying.md,
   * Hosts of partners).
   */
  saasZone: host.optional(),
  /** Origin of canonical links. */
  origin: z.url().regex(/[^/]$/, 'write it without a slash at the end'),
  name: inEachLanguage,
  /** Text beside the symbol, in a header of 56 px. */
  wordmark: z.string().min(1).max(16),
  /** SVG path data of the symbol, in a 32 × 32 box. */
  symbol: z.string().regex(/^[MLHVCSQTAZmlhvcsqtaz0-9 ,.-]+$/, 'write SVG path data'),
  /** The brand's colour as a CSS colour. All other colours are made from it with sufficient contrast (decision 016). */
  seed: z.string().min(1),
  /** Fixed colours. They are checked, not changed. */
  colours: z.partialRecord(z.enum(ROLES), z.string().min(1)).optional(),
  company: z.strictObject({
    name: inEachLanguage,
    representative: inEachLanguage,
    address: inEachLanguage,
    phone: z.string().min(1),
    email: z.email(),
    registrationNumber: z.string().min(1),
  }),
  /** The client portal, linked from the home page. */
  portal: z.strictObject({ url: z.url() }),
  /** Canonical origin for search engines: the brand's own or, because its content is the same, the default brand's. */
  indexing: z.enum(['own', 'canonical-to-default'], "write 'own' or 'canonical-to-default'"),
  /**
   * The day on which the brand's site began, in Seoul. Legal versions that were no longer in force then do not exist on it. Without it,
   * all versions are the brand's own.
   */
  since: z.iso.date().optional(),
  /** Who answers for personal information (PIPA 31). Without it a partner's policy names the representative of its company. */
  privacy: z
    .strictObject({
      officer: inEachLanguage,
      department: inEachLanguage,
      /** Where they are not those of the company. */
      email: z.email().optional(),
      phone: z.string().min(1).optional(),
    })
    .optional(),
  /** Wordings of the privacy policy in place of those in the text. */
  legal: z.partialRecord(z.enum(LEGAL_WORDINGS), inEachLanguage).default({}),
  /** How long inquiries are kept. A change holds for inquiries from then on, after a version of the privacy policy (decision 053). */
  retention: z
    .strictObject({
      /** Months after processing, where they are not those of the specification (functions/contract/retention.ts). */
      processedMonths: z.int().min(1).max(PROCESSED_MONTHS_MAX).optional(),
    })
    .prefault({}),
  /**
   * Hours after its acceptance in which an inquiry is answered first, every hour of every day counted. What passes them is told to operators
   * once, and stands first in the admin. Visitors are told nothing of it (`proof.answer` does that).
   */
  answerWithinHours: z
    .int()
    .min(1)
    .max(60 * 24)
    .optional(),
  /** Optional parts of the site. */
  features: z
    .strictObject({
      /** The partnership form, with its pages, links and questions (docs/specification.md#5). */
      partnershipForm: z.boolean().default(true),
      /** The search box of the FAQ list (docs/specification.md#2). */
      faqSearch: z.boolean().default(false),
      /** The button to the client portal in header and drawer (docs/specification.md#1). */
      portalInHeader: z.boolean().default(false),
    })
    .prefault({}),
  /** Cloudflare Turnstile on both forms: the public site key of its widget, or null (decision 015). Its secret key is in TURNSTILE_SECRETS. */
  turnstile: z
    .strictObject({ siteKey: z.string().regex(/^[\w-]+$/, "write the widget's site key") })
    .nullable()
    .default(null),
  /** Mails of the site (docs/contract.md#10). Nothing is sent before the var MAIL_FROM is set. */
  mail: z
    .strictObject({
      /**
       * The sender, an address in a zone of the account. Without it a partner's mails come from MAIL_FROM, under its name, and tell visitors
       * who sends them.
       */
      from: z.email().optional(),
      /** Addresses that are told of inquiries; the e-mail binding takes at most 50. */
      notify: z.array(z.email()).max(50).default([]),
      /** Whether a visitor gets a confirmation. */
      confirmation: z.boolean().default(false),
      /**
       * Whether the mail of an accepted inquiry also has what the visitor typed. Then it is in mailboxes that no clock of the site empties:
       * the privacy policy says by when you delete it there.
       */
      contents: z.boolean().default(false),
      /** Each mail is in all languages; this one comes first. */
      language: z.enum(LOCALES).default('ko'),
    })
    .prefault({}),
  /** Systems that are told of its inquiries. */
  webhooks: z
    .array(webhook)
    .max(10)
    .refine((all) => new Set(all.map(({ secret }) => secret)).size === all.length, 'give each a secret of its own')
    .default([]),
  /** What makes the home page believed. Each part is shown only where it is filled: write what is true and may be said. */
  proof: z
    .strictObject({
      /** Customers who have agreed to be named, with what they use. */
      customers: z
        .array(z.strictObject({ name: inEachLanguage, field: inEachLanguage }))
        .max(6)
        .default([]),
      /** Methods and standards, and who has reviewed them. */
      method: z.array(claim).max(3).default([]),
      /** Certificates, the region of the data. */
      security: z.array(claim).max(3).default([]),
      /** By when an inquiry is answered, as a sentence. */
      answer: inEachLanguage.optional(),
      /** The sample report at /sample-report. Its values are invented, and it says so. */
      sampleReport: z.boolean().default(false),
    })
    .prefault({}),
  /** The brand's own partner companies on the home page, with their external links; without any, it has no such section. */
  partners: z
    .array(z.strictObject({ name: inEachLanguage, field: inEachLanguage, url: z.url() }))
    .max(4)
    .default([]),
})

/** A brand as written in registry.ts. */
export type BrandEntry = z.input<typeof brandSchema>

/** A brand as the site uses it: with every default, and without the colours' sources, which only the build reads. */
export type Brand = Omit<z.output<typeof brandSchema>, 'seed' | 'colours'>

/**
 * Fields that every page has as they stand in the registry. A page has nothing else of a brand than these and what `pageBrand` makes of
 * the others (app/request/page-brand.ts).
 */
export const FIELDS_ON_PAGES = [
  'id',
  'whiteLabel',
  'origin',
  'wordmark',
  'symbol',
  'portal',
  'features',
  'turnstile',
] as const satisfies (keyof Brand)[]
export type BrandOnPages = Pick<Brand, (typeof FIELDS_ON_PAGES)[number]>

/** Whom a brand tells of its inquiries (docs/contract.md#10). */
export type MailSettings = Brand['mail']
export type Webhook = Brand['webhooks'][number]

export const registrySchema = z.strictObject({ default: brandSchema, partners: z.array(brandSchema) })
/** The registry as written. */
export type RegistryEntries = z.input<typeof registrySchema>
