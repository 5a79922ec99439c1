/*
 * Kinds and choices of the forms (docs/specification.md#5, docs/contract.md#6), and the names of their fields that are no part of an inquiry.
 * Without zod, so that the script of a form page stays small until the form is sent.
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

/** Name of a field that is hidden from people; only programs fill it in. */
export const HONEYPOT = 'website'

/** Turnstile's name for its token: a field of the form, and a header of JSON calls. */
export const TURNSTILE_TOKEN = 'cf-turnstile-response'
