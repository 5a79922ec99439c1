import type { Site } from './site.ts'

/* A form as a browser posts it without a script. */

export const FORM_HOST = 'http://www.example'

const CONTACT = {
  user_name: 'Kim "K"',
  company_name: 'Gaon & Co',
  country_code: '+1:US',
  phone_number: '010-1234-5678',
  inquiry_mail: 'kim@gaon.example',
}
const HIDDEN = { privacy_consent: 'true', privacy_version: '20250701', website: '' }
export const SALES_FORM = {
  ...CONTACT,
  inquiry_type: 'quote',
  subject: 'Price',
  content: 'line 1\r\nline 2',
  ...HIDDEN,
}
export const PROPOSAL_FORM = {
  recipient_type: 'partner',
  subject: 'Together',
  content: 'Let us',
  ...CONTACT,
  ...HIDDEN,
}
/** The fields that must be filled, each with its message, in the order in which they are asked for (docs/specification.md#5). */
export const SALES_ORDER = [
  ['user_name', 'contact-person-alert'],
  ['company_name', 'company-alert'],
  ['country_code', 'country-code-alert'],
  ['phone_number', 'phone-alert'],
  ['inquiry_mail', 'inquiry-mail-alert'],
  ['inquiry_type', 'inquiry-type-alert'],
  ['subject', 'title-alert'],
  ['content', 'inquiry-content-alert'],
  ['privacy_consent', 'privacy-check-alert'],
] as const
export const PARTNERSHIP_ORDER = [
  ['recipient_type', 'partnership-recipient-type-alert'],
  ['subject', 'partnership-title-alert'],
  ['content', 'partnership-inquiry-content-alert'],
  ...SALES_ORDER.slice(0, 5),
  ['privacy_consent', 'privacy-check-alert'],
] as const

/** What a browser sends for an empty file field. */
export const NO_FILE = new File([], '')

export type Fields = Record<string, string | File | File[]>
export const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

let client = 0

/** Posts a form from its own page, from a client of its own unless the headers name one. */
export async function postForm(
  site: Site,
  path: string,
  fields: Fields,
  headers: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
  // Miniflare has a fetch of its own, which does not know this FormData: it gets bytes.
  const body = new Response(form)
  const url = new URL(path, FORM_HOST)
  return site.fetch(url.href, {
    method: 'POST',
    redirect: 'manual',
    body: await body.arrayBuffer(),
    headers: {
      'content-type': body.headers.get('content-type') ?? '',
      'accept-language': 'en',
      origin: url.origin,
      'sec-fetch-site': 'same-origin',
      'cf-connecting-ip': `10.2.${client >> 8}.${client++ & 255}`,
      ...headers,
    },
  })
}

/** The opening tag of a field. */
export const tagOf = (html: string, name: string) =>
  new RegExp(`<[a-z]+[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? ''
/** The message at the top of the form. */
export const alertOf = (html: string) => /role="alert"[^>]*>(?:(?!<span>).)*<span>([^<]*)/.exec(html)?.[1]
/** The message beside a field. */
export const besideOf = (html: string, name: string) =>
  new RegExp(`id="[a-z]+-${name}-error"(?:(?!<span>).)*<span>([^<]*)`).exec(html)?.[1]
/** R2 keys of the staged files. */
export const stagedKeys = async (site: Site) =>
  (await site.env.FILES.list({ prefix: 'files/' })).objects.map(({ key }) => key)
