import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { surveyPages } from '../../../../functions/cli/brand/preview/survey-pages.ts'
import { serveBeside } from '../../../../functions/cli/brand/preview/serve-beside.ts'

/* What `npm run brand -- check ID --preview` shows, and what it says of the pages. */
test('the preview lets its own page alone frame the site, on hosts of this machine', async () => {
  const asked: string[] = []
  const site = createServer((incoming, outgoing) => {
    asked.push(`${incoming.headers.host} ${incoming.url}`)
    outgoing
      .writeHead(200, { 'content-security-policy': "default-src 'self'; frame-ancestors 'none'; base-uri 'none'" })
      .end('page')
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  const port = await serveBeside({ sitePort: (site.address() as AddressInfo).port, page: (at) => `beside ${at}` })
  const ask = (host: string, path: string) =>
    new Promise<{ status: number; policy: string; text: string }>((done, fail) => {
      const sent = request({ host: '127.0.0.1', port, path, headers: { host, connection: 'close' } }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () =>
          done({ status: answer.statusCode ?? 0, policy: String(answer.headers['content-security-policy']), text }),
        )
      })
      sent.on('error', fail).end()
    })
  expect(await ask(`127.0.0.1:${port}`, '/')).toMatchObject({ status: 200, text: `beside ${port}` })
  expect(await ask(`haneul.localhost:${port}`, '/support/faq?lng=ko')).toEqual({
    status: 200,
    policy: "default-src 'self'; frame-ancestors http://127.0.0.1:*; base-uri 'none'",
    text: 'page',
  })
  expect(asked).toEqual([`haneul.localhost:${port} /support/faq?lng=ko`])
  expect(await ask('attacker.example', '/')).toMatchObject({ status: 421 })
  await new Promise((done) => site.close(done))
})

test('the preview names each page that is missing, another brand’s or in another language, and each link to nowhere', async () => {
  const page = (id: string, locale: string) => `<html lang="${locale}" data-brand="${id}">`
  const answers: Record<string, [status: number, text: string]> = {
    '/sitemap.xml': [200, ['', 'gone', 'foreign'].map((path) => `<loc>https://haneul.example/${path}</loc>`).join('')],
    '/?lng=ko': [
      200,
      `${page('haneul', 'ko')}<a class="x" href="/gone?x#y"><a href="/support/affiliate"><a href="//other.test/">`,
    ],
    '/?lng=en': [200, page('haneul', 'ko')],
    '/foreign?lng=ko': [200, page('vcp-x', 'ko')],
    '/foreign?lng=en': [200, page('haneul', 'en')],
    '/maintenance?lng=en': [500, ''],
  }
  const site = createServer(({ url = '' }, outgoing) => {
    const [status, text] = answers[url] ?? [404, page('haneul', url.slice(-2))]
    outgoing.writeHead(status).end(text)
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  const { port } = site.address() as AddressInfo
  const { paths, faults } = await surveyPages({ port, id: 'haneul', host: 'haneul.localhost' })
  expect(paths).toEqual(expect.arrayContaining(['/', '/gone', '/foreign', '/maintenance']))
  expect(faults.toSorted()).toEqual([
    '/: it leads to /support/affiliate, which haneul does not have (status 404)',
    '/?lng=en: it is no page of haneul in this language',
    '/foreign?lng=ko: it is no page of haneul in this language',
    '/gone?lng=en: status 404',
    '/gone?lng=ko: status 404',
    '/maintenance?lng=en: status 500',
  ])
  await new Promise((done) => site.close(done))
})
