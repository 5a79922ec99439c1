import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { closePages, openBrowser, visit, type Language, type Visit, type VisitOptions } from './browser.ts'

/** A site and the browser in front of it, for the tests of one file. */
export interface Site {
  readonly origin: string
  /** A page of a fresh visitor with an empty browser, closed after the test. */
  visit(language: Language, options?: Omit<VisitOptions, 'language'>): Promise<Page>
  /** The same for tests that run concurrently: the test itself closes the visit and checks its complaints. */
  open(language: Language, options?: Omit<VisitOptions, 'language'>, origin?: string): Promise<Visit>
}

/** Complaints that tests cause by aborted requests and answers above 399. */
export const FAILED_REQUESTS = /Failed to load resource|net::ERR_|^[45]\d\d /

/**
 * Opens a browser for a file. After each test its pages are closed and none may have complained.
 * @param origin of a site of the file's own; without it the site with the first content, which all files share
 * @param expected complaints that every test of the file may cause
 */
export function useSite({
  origin = () => inject('origin'),
  expected = /$^/,
}: { origin?: () => string; expected?: RegExp } = {}): Site {
  const visits: Visit[] = []
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterEach(async () => {
    const ended = visits.splice(0)
    await Promise.all(ended.map(({ close }) => close()))
    expect(ended.flatMap(({ complaints }) => complaints)).toEqual([])
  })
  afterAll(() => closePages(inject('origin')))
  const open: Site['open'] = (language, options, at = origin()) =>
    visit(browser, at, { language, expected, ...options })
  return {
    get origin() {
      return origin()
    },
    open,
    async visit(language, options) {
      const opened = await open(language, options)
      visits.push(opened)
      return opened.page
    },
  }
}
