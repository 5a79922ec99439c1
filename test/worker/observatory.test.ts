import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { scoreOf, verdicts } from '../support/observatory.ts'
import { type Site, startSite } from '../support/site.ts'

describe('MDN HTTP Observatory', () => {
  let upstream: FakeUpstream
  let site: Site

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    site = await startSite({ upstream: upstream.origin })
  })
  afterAll(async () => {
    await site.close()
    await upstream.close()
  })

  const pages = [
    '/',
    '/support/notice',
    '/support/notice/default-notice-1',
    '/support/faq',
    '/support/request',
    '/support/affiliate',
    '/support/data',
    '/privacy-policy',
    '/terms-of-service',
    '/solutions',
    '/maintenance',
    '/nowhere',
  ]

  test.each(pages)('would give %s an A+ with 130 points or more', async (path) => {
    const address = `https://www.vcp-x.example${path}`
    const answer = await site.direct(address, { redirect: 'manual' })
    const question = await site.direct(address, {
      method: 'OPTIONS',
      headers: { origin: 'https://http-observatory.security.mozilla.org', 'access-control-request-method': 'GET' },
    })
    const all = verdicts({ headers: answer.headers, cors: question.headers, html: await answer.text() })
    const { score, grade } = scoreOf(all)
    console.log(`${path}: ${grade}, ${score}`, all.map(({ rule, modifier }) => `${rule} ${modifier}`).join(', '))
    expect(all.filter(({ modifier }) => modifier < 0)).toEqual([])
    expect(score).toBeGreaterThanOrEqual(130)
    expect(grade).toBe('A+')
  })
})
