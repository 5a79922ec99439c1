import { withoutInvisible } from './visible-text.ts'

/*
 * E-mail addresses, in one form for the forms, for sending and for comparing senders. Without zod and without Node.js, because the script
 * of a form page loads it.
 */

/** Text, @, text, dot, text (docs/specification.md#5). Each part can end in one place only, so that a long text costs no more than its length. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** What is longer holds no address of a form, even with a name before it. It is not looked at. */
const READ_MAX = 500
/** RFC 5321, 4.5.3.1. */
const LOCAL_MAX = 64
const ADDRESS_MAX = 254

/** What stands around an address in running text. */
const BEFORE = /^[\s"'“‘«<([{「『]+/
const AFTER = /[\s"'”’»>)\]}」』;,.:!?、。]+$/
const withoutEnds = (text: string): string => text.replace(BEFORE, '').replace(AFTER, '')

/**
 * The address in what a person has typed or pasted: without white space and punctuation around it, invisible characters, `mailto:`, and the
 * name before an address in angle brackets. Letters of double width become plain ones. The domain is in lower case, its letters are those
 * that were typed: a visitor recognises them. Gives anything else as it is.
 */
export function normalAddress(typed: string): string {
  if (typed.length > READ_MAX) return typed
  const text = withoutInvisible(typed.normalize('NFKC')).trim()
  const [, inBrackets = text] = /<([^<>]*)>[^<>]*$/.exec(text) ?? []
  const address = withoutScheme(withoutEnds(inBrackets))
  const at = address.lastIndexOf('@')
  return at < 0
    ? address
    : address.slice(0, at + 1) +
        address
          .slice(at + 1)
          .replaceAll('。', '.')
          .toLowerCase()
}

/** Without `mailto:` and what follows the address in such a link (RFC 6068). */
function withoutScheme(text: string): string {
  const [, linked] = /^mailto:([^?]*)/i.exec(text) ?? []
  if (linked === undefined) return text
  try {
    return withoutEnds(decodeURIComponent(linked))
  } catch {
    return withoutEnds(linked)
  }
}

/** No mail server takes these in a name that is not quoted (RFC 5322, 3.2.3). */
const NOT_IN_LOCAL = /[\s"(),:;<>@[\\\]]/
/** What would make the URL parser read something else than a host. */
const NOT_IN_DOMAIN = /[\s/:?#@\\%[\]]/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** A domain in ASCII, as DNS and mail servers know it (IDNA, UTS #46); null where it is none. */
function asciiDomain(domain: string): string | null {
  if (NOT_IN_DOMAIN.test(domain)) return null
  const url = `http://${domain}`
  const labels = URL.canParse(url) ? new URL(url).hostname.split('.') : []
  const isDomain = labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
  return isDomain ? labels.join('.') : null
}

/** Whether a mail server can exist for an address, and take it. @param address from `normalAddress` */
export function isReachable(address: string): boolean {
  if (!EMAIL_PATTERN.test(address)) return false
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = asciiDomain(address.slice(at + 1))
  if (domain === null || local.length > LOCAL_MAX || at + 1 + domain.length > ADDRESS_MAX) return false
  return !NOT_IN_LOCAL.test(local) && local.split('.').every((part) => part !== '')
}

const ASCII_LOCAL = /^[\x21-\x7e]+@/

/** Whether a mail can be sent to an address: the mail platform takes only ASCII before the `@`. @param address from `normalAddress` */
export const isMailable = (address: string): boolean => isReachable(address) && ASCII_LOCAL.test(address)

/**
 * An address as it is sent to and as senders are compared: `normalAddress` with its domain in ASCII. The name before the `@` keeps its
 * case. Gives what is no address as `normalAddress` does.
 */
export function wireAddress(address: string): string {
  const normal = normalAddress(address)
  const at = normal.lastIndexOf('@')
  const domain = at < 0 ? null : asciiDomain(normal.slice(at + 1))
  return domain === null ? normal : `${normal.slice(0, at + 1)}${domain}`
}

/** An address as it is compared with others: mail servers do not tell upper from lower case. */
export const comparedAddress = (address: string): string => wireAddress(address).toLowerCase()

/** Whether two addresses are one mailbox, as far as can be told. */
export const isSameAddress = (one: string, other: string): boolean => comparedAddress(one) === comparedAddress(other)
