import type { Texts } from './languages.ts'

/*
 * The fields of both forms and of an inquiry, each once (decision 052). Checks, body, row, notification, mail, admin, export and consent are made from
 * this table. Without zod, because the script of a form page loads it.
 */

export type FormKind = 'sales' | 'partnership'

export const INQUIRY_TYPES = ['service', 'solution', 'issue', 'membership', 'quote'] as const
export const PARTNERSHIP_TYPES = ['customer', 'partner'] as const
/** `recipient_type` of a sales inquiry. */
export const SALES_RECIPIENT = 'vcp-x'

/** The names in an object, as its type has them. */
export function keysOf<K extends string>(object: Partial<Record<K, unknown>>): readonly K[]
export function keysOf(object: object): readonly string[] {
  return Object.keys(object)
}

/** The inputs of each form, in the order in which they are checked (docs/specification.md#5) and stand in their part of the form. */
export const FORM_INPUTS = {
  sales: [
    'user_name',
    'company_name',
    'country_code',
    'phone_number',
    'inquiry_mail',
    'inquiry_type',
    'subject',
    'content',
    'privacy_consent',
  ],
  partnership: [
    'recipient_type',
    'subject',
    'content',
    'user_name',
    'company_name',
    'country_code',
    'phone_number',
    'inquiry_mail',
    'privacy_consent',
  ],
} as const satisfies Record<FormKind, readonly string[]>
export type InputName = (typeof FORM_INPUTS)[FormKind][number]

/** In UTF-16 units, as `maxlength` counts. */
export const TEXT_MAX = 50
export const CONTENT_MAX = 2000

/** The longest text, in UTF-16 units, and the message for a longer one. */
interface Limit {
  max: number
  alert: string
}
const LINE = { max: TEXT_MAX, alert: 'text-limit-alert' } as const satisfies Limit
const TEXT = { max: CONTENT_MAX, alert: 'content-limit-alert' } as const satisfies Limit

/** What a field holds, which says how it is checked and shown. */
type Value =
  | { value: 'line' | 'text'; limit: Limit }
  /** @property wrong the message where it is no address */
  | { value: 'mail'; limit: Limit; wrong: string }
  /** @property otherwise what a form sends that does not ask for it */
  | { value: 'choice'; choices: readonly string[]; otherwise: string }
  | { value: 'calling-code' | 'phone' | 'consent' }

/** What a visitor fills in. Labels and messages are i18n keys in `app/i18n/{ko,en}/inquiry.json`. */
type Input = Value & {
  label: string
  /** An `autocomplete` token of HTML. */
  autoComplete?: string
} & (
    | { optional: true }
    | {
        optional?: false
        /** The message where it is empty. */
        missing: string | Record<FormKind, string>
      }
  )

/** What an inquiry has. */
type Sent = Value & {
  part: Part
}
/** Who asks, what kind of inquiry it is, and what it says: where staff see the field. */
export type Part = 'sender' | 'type' | 'message'

/** The fields of an inquiry by their names in `board/inquiry` (docs/specification.md#7), in the order of an export. */
export const FIELDS = {
  company_name: {
    value: 'line',
    limit: LINE,
    label: 'company-name',
    autoComplete: 'organization',
    missing: 'company-alert',
    part: 'sender',
  },
  user_name: {
    value: 'line',
    limit: LINE,
    label: 'user-name',
    autoComplete: 'name',
    missing: 'contact-person-alert',
    part: 'sender',
  },
  inquiry_mail: {
    value: 'mail',
    limit: LINE,
    label: 'inquiry-mail',
    autoComplete: 'email',
    missing: 'inquiry-mail-alert',
    wrong: 'inquiry-mail-form-alert',
    part: 'sender',
  },
  phone_number_homepage: { value: 'phone', part: 'sender' },
  recipient_type: {
    value: 'choice',
    choices: PARTNERSHIP_TYPES,
    otherwise: SALES_RECIPIENT,
    label: 'recipient-type',
    missing: 'partnership-recipient-type-alert',
    part: 'type',
  },
  inquiry_type: {
    value: 'choice',
    choices: INQUIRY_TYPES,
    otherwise: 'service',
    label: 'inquiry-type',
    missing: 'inquiry-type-alert',
    part: 'type',
  },
  subject: {
    value: 'line',
    limit: LINE,
    label: 'subject',
    missing: { sales: 'title-alert', partnership: 'partnership-title-alert' },
    part: 'message',
  },
  content: {
    value: 'text',
    limit: TEXT,
    label: 'content',
    missing: { sales: 'inquiry-content-alert', partnership: 'partnership-inquiry-content-alert' },
    part: 'message',
  },
} as const satisfies Record<Exclude<InputName, AskedOnly>, Input & Sent> & { phone_number_homepage: Sent }
export type FieldName = keyof typeof FIELDS

/** What staff call the forms. Apart from the tables, as HEADINGS. */
export const FORM_NAMES: Record<FormKind, Texts> = {
  sales: { ko: '도입 문의', en: 'Sales inquiry' },
  partnership: { ko: '제휴 제안', en: 'Partnership proposal' },
}

/** What staff read before a field. Apart from the table, so that form pages do not load it. */
export const HEADINGS: Record<FieldName, Texts> = {
  company_name: { ko: '회사', en: 'Company' },
  user_name: { ko: '담당자', en: 'Contact' },
  inquiry_mail: { ko: '이메일', en: 'E-mail' },
  phone_number_homepage: { ko: '전화번호', en: 'Phone' },
  recipient_type: { ko: '유형', en: 'Type' },
  inquiry_type: { ko: '유형', en: 'Type' },
  subject: { ko: '제목', en: 'Title' },
  content: { ko: '내용', en: 'Content' },
}

type AskedOnly = 'country_code' | 'phone_number' | 'privacy_consent'
/** Inputs that are not sent as they are: the phone number is sent with its calling code. */
const ASKED_ONLY = {
  country_code: {
    value: 'calling-code',
    label: 'country-code',
    autoComplete: 'tel-country-code',
    missing: 'country-code-alert',
  },
  phone_number: {
    value: 'line',
    limit: LINE,
    label: 'phone-number',
    autoComplete: 'tel-national',
    missing: 'phone-alert',
  },
  privacy_consent: { value: 'consent', label: 'privacy-consent', missing: 'privacy-check-alert' },
} as const satisfies Record<AskedOnly, Input>

const { phone_number_homepage: _composed, ...askedAsSent } = FIELDS
export const INPUTS = { ...askedAsSent, ...ASKED_ONLY } as const satisfies Record<InputName, Input>

/** What an inquiry says, by field. An optional field that was left empty, or that the form does not have, is an empty text. */
export type InquiryTexts = Record<FieldName, string>

export const FIELD_NAMES = keysOf(FIELDS)

/** An object with a value for each field. */
export function eachField<V>(valueOf: (name: FieldName) => V): Record<FieldName, V>
export function eachField(valueOf: (name: FieldName) => unknown): Record<string, unknown> {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, valueOf(name)]))
}

/** The fields of a part that are filled in. */
export const filledIn = (texts: InquiryTexts, part: Part): FieldName[] =>
  FIELD_NAMES.filter((name) => FIELDS[name].part === part && texts[name])

/** Whether a form asks for a field. */
export const asksFor = (kind: FormKind, name: string): boolean => FORM_INPUTS[kind].some((input) => input === name)

/** The part of a form in which an input stands. A phone number and its calling code stand with the sender. */
export const partOf = (name: InputName): Part | null => {
  if (name === 'privacy_consent') return null
  return FIELDS[name === 'country_code' || name === 'phone_number' ? 'phone_number_homepage' : name].part
}

/** What an inquiry has in a field that its form does not ask for. */
export const unaskedValue = (name: FieldName): string => {
  const field = FIELDS[name]
  return 'otherwise' in field ? field.otherwise : ''
}

/** The message where an input is empty; null where it may be. */
export function missingMessage(kind: FormKind, name: InputName): FormMessage | null {
  const input = INPUTS[name]
  if (!('missing' in input)) return null
  return typeof input.missing === 'string' ? input.missing : input.missing[kind]
}

const alertsOf = (input: (typeof INPUTS)[InputName]) => [
  ...('missing' in input ? (typeof input.missing === 'string' ? [input.missing] : Object.values(input.missing)) : []),
  ...('limit' in input ? [input.limit.alert] : []),
  ...('wrong' in input ? [input.wrong] : []),
]
/** i18n keys of every message of a form, in `app/i18n/{ko,en}/inquiry.json`. */
export const FORM_MESSAGES = [
  ...new Set(Object.values(INPUTS).flatMap(alertsOf)),
  'file-limit-alert',
  'file-name-alert',
  'format-size-alert',
  'file-upload-fail-alert',
] as const
export type FormMessage = (typeof FORM_MESSAGES)[number]
