/*
 * Whether the platform has proven who sent a mail. Anybody can write a header into a mail; what the platform writes stands above all of
 * them (RFC 8601, 5).
 */

import { wireAddress } from '../../contract/email-address.ts'

/** A header as the parser gives it, in the order of the mail. */
export interface Header {
  /** Lower-case. */
  key: string
  value: string
}

/** How the platform calls itself in its results. */
const PLATFORM = 'mx.cloudflare.net'

/**
 * Whether the sender's domain has proven a mail: by DMARC, or by both SPF and DKIM of that domain itself.
 * @param domain of the address in `From`, lower-case, in ASCII
 * @param isLocal a mail of this machine counts as proven unless its results say otherwise
 */
export function isProven(headers: readonly Header[], domain: string, isLocal: boolean): boolean {
  const results = platformResults(headers, isLocal)
  if (results === null) return isLocal
  const says = (method: string, property: string, value: (text: string) => string) =>
    results.some(
      ({ method: by, passed, properties }) =>
        by === method && passed && asciiDomain(value(properties.get(property) ?? '')) === domain,
    )
  const itself = (text: string) => text
  const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)
  return (
    says('dmarc', 'header.from', itself) || (says('spf', 'smtp.mailfrom', domainOf) && says('dkim', 'header.d', itself))
  )
}

/** A domain in the form in which senders are compared. */
const asciiDomain = (domain: string) => wireAddress(`x@${domain}`).slice(2)

interface Result {
  method: string
  passed: boolean
  /** By lower-case name, lower-case values. */
  properties: Map<string, string>
}

/** What the topmost result header says, where the platform has added it. Null where there is none. */
function platformResults(headers: readonly Header[], isLocal: boolean): Result[] | null {
  // Behind the second Received begins what the sender's side has written.
  const second = headers.filter(({ key }) => key === 'received')[1]
  const own = second ? headers.slice(0, headers.indexOf(second)) : headers
  const topmost = own.find(({ key }) => key === 'authentication-results')
  if (!topmost) return null
  const [server = [], ...rest] = sectionsOf(topmost.value.toLowerCase()) ?? []
  if (!isLocal && server[0] !== PLATFORM) return null
  const results = rest.flatMap(([first = '', ...pairs]) => {
    const [, method, outcome] = /^([a-z-]+)(?:\/\d+)?=([a-z]+)$/.exec(first) ?? []
    if (method === undefined) return []
    const properties = new Map<string, string>()
    // The first one counts, as with headers that come twice.
    for (const pair of pairs) {
      const [, name, value] = /^([a-z]+\.[a-z_-]+)=(.*)$/s.exec(pair) ?? []
      if (name !== undefined && value !== undefined && !properties.has(name))
        properties.set(name, value.replace(/^"([^"\\]*)"$/, '$1'))
    }
    return [{ method, passed: outcome === 'pass', properties }]
  })
  // There is one policy of one sender; SPF and DKIM have a result for each identity and each signature.
  return results.filter(({ method }) => method === 'dmarc').length > 1 ? [] : results
}

/**
 * The words of each section of a header, which semicolons separate. A quoted string is one word with what touches it; a comment, which may
 * have others in it, separates words (RFC 8601, 2.2, and RFC 5322, 3.2). Null where strings or comments do not end, and where a comment
 * has a quotation mark: readers differ on where it ends.
 */
function sectionsOf(value: string): string[][] | null {
  const sections = [['']]
  let depth = 0
  const words = () => sections.at(-1) as string[]
  for (const [part] of value.matchAll(/"(?:[^"\\]|\\[^])*"|\\[^]|[^\s;()"\\]+|[^]/g)) {
    if (part === '"' || (depth > 0 && part.startsWith('"')) || (depth === 0 && /^[\\)]/.test(part))) return null
    if (part === '(') depth++
    else if (part === ')') depth--
    if (part === '(' || part === ')' || (depth === 0 && /^\s$/.test(part))) words().push('')
    else if (depth > 0) continue
    else if (part === ';') sections.push([''])
    else words().push(`${words().pop() ?? ''}${part}`)
  }
  return depth === 0 ? sections.map((all) => all.filter((word) => word !== '')) : null
}
