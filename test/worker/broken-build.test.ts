import { afterEach, describe, expect, test } from 'vitest'
import en from '../../app/i18n/en/error.json'
import ko from '../../app/i18n/ko/error.json'
import { type BuildCopy, changedBuild } from '../support/changed-build.ts'
import { type Site, startSite } from '../support/site.ts'

/* No input makes a page throw, so these tests make a component throw in a copy of the build. */
const THROWS = "throw new TypeError('secretword');"

describe('a component that throws', () => {
  let build: BuildCopy
  let site: Site
  afterEach(async () => {
    await site.close()
    await build.remove()
  })

  async function breakIn(chunk: RegExp, component: string): Promise<void> {
    build = await changedBuild(chunk, component, THROWS)
    site = await startSite({ configPath: build.configPath })
  }
  const visit = (path: string, language: string) =>
    site.fetch(`http://partner-a.example${path}`, { headers: { 'accept-language': language } })

  async function expectErrorPage(path: string, language: 'ko' | 'en'): Promise<string> {
    const answer = await visit(path, language)
    expect(answer.status).toBe(500)
    const html = await answer.text()
    const texts = { ko, en }[language]
    for (const text of [texts.title, texts.explanation, texts['advice-address'], texts['go-to-main']])
      expect(html).toContain(text)
    expect(html).toContain(`<html lang="${language}" data-brand="partner-a"`)
    expect(html).not.toMatch(/secretword|TypeError/)
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    const requestId = answer.headers.get('x-request-id')
    await expect
      .poll(() => site.logged())
      .toContainEqual(expect.objectContaining({ level: 'error', request_id: requestId }))
    return html
  }

  test('makes its own page the error page and no other', async () => {
    await breakIn(/^public-pages-.*\.js$/, 'Placeholder')
    for (const language of ['ko', 'en'] as const) expect(await expectErrorPage('/pricing', language)).toContain('<svg')
    expect((await visit('/support/data', 'ko')).status).toBe(200)
    expect(JSON.stringify(site.logged())).not.toContain('secretword')
    const stack = expect.arrayContaining([expect.stringMatching(/^at Placeholder /)])
    expect(site.logged(), 'names the function').toContainEqual(expect.objectContaining({ stack }))
  })

  test('in every page gives the fallback page', async () => {
    await breakIn(/^router-.*\.js$/, 'ErrorPage')
    for (const language of ['ko', 'en'] as const) await expectErrorPage('/nowhere', language)
    expect((await site.fetch('http://www.example/healthz')).status).toBe(200)
  })
})
