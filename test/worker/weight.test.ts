import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../bench/routes.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { type Site, startSite } from '../support/site.ts'

/** Bytes of a content route's first view without fonts and pictures, compressed (design: Budgets). */
const CONTENT_BYTES_MAX = 15_000
/** Home is eight sections with their drawings, a form and 240 countries; it may not grow. */
const HOME_BYTES_MAX = 28_800
/** A legal document is mostly its own text, of 8 KB or so. */
const LEGAL_BYTES_MAX = 17_000
const SCRIPT_BYTES_MAX = 2_000

const bytesMax = (path: string): number => {
  if (path === '/') return HOME_BYTES_MAX
  return /^\/(?:privacy-policy|terms-of-service)$/.test(path) ? LEGAL_BYTES_MAX : CONTENT_BYTES_MAX
}

describe.each(['ko', 'en'])('the first view in %s of', (language) => {
  let site: Site
  let upstream: FakeUpstream
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    site = await startSite({ upstream: upstream.origin })
  })
  afterAll(async () => {
    await site.close()
    await upstream.close()
  })
  const load = async (path: string) => (await site.fetch(path, { headers: { 'accept-language': language } })).text()

  test.each(routes.filter(({ form }) => !form))('$path stays within its bytes, in one document', async ({ path }) => {
    const html = await load(path)
    expect(gzipSync(html).length).toBeLessThan(bytesMax(path))
    expect(html).not.toMatch(/<link[^>]+rel="(?:stylesheet|modulepreload)"/)
  })

  test.each(routes)('$path brings no script file and hardly a script', async ({ path }) => {
    const html = await load(path)
    expect(html).not.toMatch(/<script[^>]+src=/)
    const scripts = [...html.matchAll(/<script(?![^>]*\stype=)[^>]*>([^]*?)<\/script>/g)].map(([, text]) => text)
    expect(gzipSync(scripts.join('')).length).toBeLessThan(SCRIPT_BYTES_MAX)
  })

  test('a page whose texts the interface font has holds no other font', async () => {
    expect(await load('/support/data')).not.toContain('@font-face{font-family:Pretendard Variable')
  })
})
