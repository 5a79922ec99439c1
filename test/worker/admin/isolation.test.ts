import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue, namespacesOf } from '../../architecture/catalogue-texts.ts'
import { ADMIN_TOKEN, signIn } from '../../support/operator.ts'
import { type Site, startSite } from '../../support/site.ts'
import { SALES, sendInquiry } from '../../support/visitor-calls.ts'

const LANGUAGES = ['ko', 'en'] as const
const isAdmin = (namespace: string) => namespace.startsWith('admin/')
const textsOf = (choose: (namespace: string) => boolean) =>
  LANGUAGES.flatMap((locale) =>
    namespacesOf(locale)
      .filter(choose)
      .flatMap((namespace) => [...catalogue(locale, namespace).values()]),
  )
const publicTexts = textsOf((namespace) => !isAdmin(namespace)).join('\n')

/** What only the admin has: its sentences, addresses, headers and names. Short words may stand anywhere. */
const MARKS = [
  ...textsOf(isAdmin).filter((text) => text.length > 12 && !text.includes('{{') && !publicTexts.includes(text)),
  '/admin',
  'cf-access-jwt-assertion',
  'ADMIN_TOKEN',
  'admin_log',
  'inbox_search',
]

describe('no visitor gets a byte of the admin', () => {
  test('in any file of the build', () => {
    const files = globSync('dist/client/**', { withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(50)
    const found = files.flatMap(({ parentPath, name }) => {
      const text = readFileSync(`${parentPath}/${name}`, 'utf8')
      // The style sheet and the scripts of the admin have addresses, which no public page names.
      if (/^admin-(?:[0-9a-f]+\.css|(?:editor|arrivals)-[0-9a-f]+\.js)$/.test(name)) return []
      return /admin/i.test(name)
        ? [name]
        : MARKS.filter((mark) => text.includes(mark)).map((mark) => `${name}: ${mark}`)
    })
    expect(found).toEqual([])
    expect(MARKS.length).toBeGreaterThan(100)
  })

  describe('on the public site, whether or not there is an admin', () => {
    let without: Site
    let site: Site
    beforeAll(async () => {
      ;[without, site] = await Promise.all([startSite(), startSite({ vars: { ADMIN_TOKEN } })])
    })
    afterAll(() => Promise.all([without.close(), site.close()]))

    const PATHS = [
      '/',
      '/support/request',
      '/support/notice',
      '/privacy-policy/current',
      '/sitemap.xml',
      '/robots.txt',
      '/nowhere',
      '/api/nowhere',
      '/manifest.webmanifest',
      '/healthz',
    ]
    test.each(PATHS)('%s is the same and names nothing of it', async (path) => {
      const [one, other] = await Promise.all(
        [without, site].map((each) =>
          each.fetch(`http://www.example${path}`, { headers: { 'accept-language': 'ko' } }),
        ),
      )
      const headersOf = (answer?: Response) =>
        [...(answer?.headers ?? [])]
          .filter(([name]) => !['x-request-id', 'etag', 'date', 'content-length'].includes(name))
          .map(([name, value]) => [
            name,
            value.replaceAll(/'sha256-[^']+'/g, 'HASH').replaceAll(/[0-9a-f-]{36}/g, 'ID'),
          ])
      expect(other?.status).toBe(one?.status)
      expect(headersOf(other)).toEqual(headersOf(one))
      const text = (await other?.text()) ?? ''
      expect(MARKS.filter((mark) => text.includes(mark))).toEqual([])
    })

    test('the session of an operator changes no public page and is in no cache', async () => {
      await sendInquiry(site, { ...SALES, user_name: 'Geheimnis' })
      const operator = await signIn(site)
      expect(await operator.page('/admin/inquiries')).toContain('Geheimnis')
      const answer = await operator.get('/')
      expect(answer.headers.get('cache-status')).toContain('page;')
      const text = await answer.text()
      expect(MARKS.concat('Geheimnis').filter((mark) => text.includes(mark))).toEqual([])
    })
  })
})
