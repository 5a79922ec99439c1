import { describe, expect, test } from 'vitest'
import { scoreOf, verdicts } from '../support/observatory.ts'
import { remoteSite } from '../support/shared-sites.ts'

describe('MDN HTTP Observatory', () => {
  const served = remoteSite()

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
    const answer = await served.site.direct(address, { redirect: 'manual' })
    const question = await served.site.direct(address, {
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
