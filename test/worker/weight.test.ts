import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { routes } from '../bench/routes.ts'
import { remoteSite } from '../support/shared-sites.ts'

/** Bytes of a first view without fonts and pictures, gzip. */
const CONTENT_BYTES_MAX = 15_000
/** The budget of 19 KB is missed by the scripts of header and cookie banner and by longer texts (decision 013). */
const LEGAL_BYTES_MAX = 20_500
/** The design's 24 KB is missed, by style sheet, texts, country list and drawings (decision 013). */
const HOME_BYTES_MAX = 31_600
/** Bytes of JavaScript before any interaction, gzip. */
const SCRIPT_BYTES_MAX = 2_000

const bytesMax = (path: string): number => {
  if (path === '/') return HOME_BYTES_MAX
  return /^\/(?:privacy-policy|terms-of-service)$/.test(path) ? LEGAL_BYTES_MAX : CONTENT_BYTES_MAX
}

describe.each(['ko', 'en'])('the first view in %s of', (language) => {
  const served = remoteSite()
  const load = async (path: string) =>
    (await served.site.fetch(path, { headers: { 'accept-language': language } })).text()

  test.each(routes.filter(({ form }) => !form))('$path stays within its bytes, in one document', async ({ path }) => {
    const html = await load(path)
    expect(gzipSync(html).length).toBeLessThan(bytesMax(path))
    expect(html).not.toMatch(/<link[^>]+rel="(?:stylesheet|modulepreload)"/)
  })

  test.each(routes)('$path loads no script file and has little inline script', async ({ path }) => {
    const html = await load(path)
    expect(html).not.toMatch(/<script[^>]+src=/)
    const scripts = [...html.matchAll(/<script(?![^>]*\stype=)[^>]*>([^]*?)<\/script>/g)].map(([, text]) => text)
    expect(gzipSync(scripts.join('')).length).toBeLessThan(SCRIPT_BYTES_MAX)
  })

  test('a page whose texts are all in the interface font declares no other font', async () => {
    expect(await load('/support/data')).not.toContain('@font-face{font-family:Pretendard Variable')
  })
})
