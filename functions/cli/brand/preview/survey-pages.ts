import { request } from 'node:http'
import { LOCALES, type Locale } from '../../../contract/languages.ts'

/** Pages that are in no sitemap. Some are not there on every brand, and the last one on none: then it is the brand's error page. */
const UNLISTED = [
  '/support/request/complete',
  '/support/affiliate/complete',
  '/support/request/status',
  '/support/data',
  '/cookies',
  '/sample-report',
  '/intro',
  '/solutions',
  '/pricing',
  '/partners',
  '/maintenance',
  '/no-such-page',
]
const AT_ONCE = 4

/** A local site, and the host under which it shows a brand. */
export interface ShownBrand {
  /** Port of the site on this machine. */
  port: number
  id: string
  host: string
}

/** Every page of a brand by its path, and what is wrong with one, as a line each. */
export interface PageSurvey {
  paths: string[]
  faults: string[]
}

function read({ port, host }: ShownBrand, path: string): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, path, headers: { host: `${host}:${port}` } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => done({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }))
      answer.on('error', fail)
    })
    sent.on('error', fail).end()
  })
}

/** The address of a page in a language (docs/contract.md, Language). */
export const inLanguage = (path: string, locale: Locale): string => `${path}?lng=${locale}`

/**
 * Asks a local site for every page of a brand in every language, and for what these pages lead to.
 * @param listing the brand whose sitemap names the pages: this one, or the default brand where this one has none of its own
 */
export async function surveyPages(shown: ShownBrand, listing: ShownBrand = shown): Promise<PageSurvey> {
  const { text } = await read(listing, '/sitemap.xml')
  const listed = new Set(
    [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname),
  )
  const paths = [...listed, ...UNLISTED]
  const faults: string[] = []
  /** Addresses of the site that a page leads to, each with the first such page. */
  const linked = new Map<string, string>()
  const waiting = paths.flatMap((path) => LOCALES.map((locale) => ({ path, locale }))).values()
  const work = async () => {
    for (const { path, locale } of waiting) {
      const { status, text: html } = await read(shown, inLanguage(path, locale))
      const isThere = status === 200 || (!listed.has(path) && status < 500)
      const isOwn = html.includes(`data-brand="${shown.id}"`) && html.includes(`<html lang="${locale}"`)
      if (!isThere || !isOwn)
        faults.push(
          `${inLanguage(path, locale)}: ${isThere ? `it is no page of ${shown.id} in this language` : `status ${status}`}`,
        )
      for (const [, target = ''] of html.matchAll(/<a [^>]*?href="(\/(?!\/)[^"?#]*)/g))
        if (!linked.has(target)) linked.set(target, path)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  for (const [target, path] of linked) {
    if (listed.has(target)) continue
    const { status } = await read(shown, target)
    if (status >= 400) faults.push(`${path}: it leads to ${target}, which ${shown.id} does not have (status ${status})`)
  }
  return { paths, faults }
}
