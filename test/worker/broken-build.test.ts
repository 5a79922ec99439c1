import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import en from '../../app/i18n/en/error.json'
import ko from '../../app/i18n/ko/error.json'
import { type Site, startSite } from '../support/site.ts'

/* No input makes a page throw, so these tests make a component throw in a copy of the build. */
const THROWS = "{ throw new TypeError('secretword');"

describe('a component that throws', () => {
  let folder: string
  let site: Site
  afterEach(async () => {
    await site.close()
    await rm(folder, { recursive: true })
  })

  async function breakIn(chunk: RegExp, component: string): Promise<void> {
    folder = await mkdtemp(join(tmpdir(), 'vcp-x-broken-'))
    await cp('dist', folder, { recursive: true })
    const assets = join(folder, 'server/assets')
    for (const name of (await readdir(assets)).filter((file) => chunk.test(file))) {
      const path = join(assets, name)
      const code = await readFile(path, 'utf8')
      expect(code, `${name} has no component ${component}`).toMatch(new RegExp(`function ${component}\\([^)]*\\) \\{`))
      await writeFile(path, code.replace(new RegExp(`(function ${component}\\([^)]*\\) )\\{`), `$1${THROWS}`))
    }
    const configPath = join(folder, 'server/wrangler.json')
    const config = await readFile(configPath, 'utf8')
    await writeFile(
      configPath,
      config.replace('"../../functions/', JSON.stringify(resolve('functions')).slice(0, -1) + '/'),
    )
    site = await startSite({ configPath })
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
    await breakIn(/^placeholder-.*\.js$/, 'Placeholder')
    for (const language of ['ko', 'en'] as const) expect(await expectErrorPage('/pricing', language)).toContain('<svg')
    expect((await visit('/support/data', 'ko')).status).toBe(200)
    expect(JSON.stringify(site.logged())).not.toContain('secretword')
  })

  test('in every page gives the fallback page', async () => {
    await breakIn(/^router-.*\.js$/, 'ErrorPage')
    for (const language of ['ko', 'en'] as const) await expectErrorPage('/nowhere', language)
    expect((await site.fetch('http://www.example/healthz')).status).toBe(200)
  })
})
