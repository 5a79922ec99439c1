import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { signIn } from '../support/operator.ts'
import { embeddedSite, remoteSite } from '../support/shared-sites.ts'

/* What docs/framework.md says that the site relies on, asked of the real build. */
const PAGES = ['/', '/support/notice', '/support/notice/default-notice-1', '/support/request', '/privacy-policy']
/** Pages that are shown at the address of another one, and stay as they are. */
const STATIC = ['/maintenance', '/%']

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const elements = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${tag}([^>]*)>([^]*?)</${tag}>`, 'g'))].map(([, attributes = '', text = '']) => ({
    attributes,
    text,
  }))
const dataOf = (html: string) =>
  elements(html, 'script').filter(({ attributes }) => attributes.includes('type="text/page-data"'))

describe("the framework's part of a page", () => {
  const served = remoteSite()
  const visit = async (path: string) => {
    const answer = await served.site.fetch(path)
    return { html: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' }
  }

  test.each(PAGES)('names a script of the app that exists: %s', async (path) => {
    const [data] = dataOf((await visit(path)).html)
    const [, entry = ''] = / data-entry="([^"]+)"/.exec(data?.attributes ?? '') ?? []
    expect(entry).toMatch(/^\/assets\/[\w.-]+\.js$/)
    const script = await served.site.fetch(entry)
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    await script.arrayBuffer()
  })

  test.each(PAGES)('has all data of the page in one block, which nothing follows: %s', async (path) => {
    const blocks = dataOf((await visit(path)).html)
    expect(blocks).toHaveLength(1)
    const page = { document: { currentScript: { previousElementSibling: null, remove: () => undefined } } }
    const browser = Object.assign(page, { self: page }) as typeof page & {
      $_TSR?: { router?: { matches?: unknown[] }; streamEnded?: boolean }
    }
    runInNewContext(blocks[0]?.text ?? '', browser)
    expect(browser.$_TSR?.router?.matches?.length).toBeGreaterThan(1)
    expect(browser.$_TSR?.streamEnded).toBe(true)
  })

  test.each(STATIC)('has no data where the page never hydrates: %s', async (path) => {
    expect(dataOf((await visit(path)).html)).toEqual([])
  })

  test.each([...PAGES, ...STATIC])('is in the policy, script by script and style by style: %s', async (path) => {
    const { html, policy } = await visit(path)
    const sourcesOf = (directive: string) =>
      new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.match(/'sha256-[^']+'/g)
    const scripts = elements(html, 'script').filter(({ attributes }) => !attributes.includes('application/ld+json'))
    expect(new Set(sourcesOf('script-src'))).toEqual(new Set(scripts.map(({ text }) => hash(text))))
    const styles = elements(html, 'style').map(({ text }) => hash(text))
    expect(styles.length).toBeGreaterThan(1)
    expect(new Set(sourcesOf('style-src'))).toEqual(new Set(styles))
  })

  test.each(PAGES)('has every part in its place, so that no script moves one: %s', async (path) => {
    expect((await visit(path)).html).not.toMatch(/<!--\$[?!~]|<template id="|<div hidden="" id="S:/)
  })
})

describe('the style sheet of the admin', () => {
  const served = embeddedSite()

  test('has every class that components of the site bring along', async () => {
    const operator = await signIn(served.site)
    const pages = ['/admin/inquiries', '/admin/notices', '/admin/categories', '/admin/downloads', '/admin/maintenance']
    const html = (await Promise.all(pages.map((path) => operator.page(path)))).join('')
    const addresses = [...html.matchAll(/<link rel="stylesheet" href="([^"]*admin[^"]*)"/g)].map(
      ([, address]) => address,
    )
    expect(new Set(addresses).size).toBe(1)
    expect(addresses).toHaveLength(pages.length)
    const sheet = await served.site.fetch(addresses[0] ?? '')
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
    const css = await sheet.text()
    // The names that the bundler gives to classes of CSS Modules.
    const named = [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
    const brought = [...new Set(named.filter((name) => name.startsWith('_')))]
    expect(brought.length).toBeGreaterThan(5)
    expect(brought.filter((name) => !css.includes(`.${name}`))).toEqual([])
  })
})
