import type { Page } from 'playwright-core'
import { ADMIN_TOKEN } from '../../support/operator.ts'
import type { Site } from './site.ts'

/** A page of an operator who is signed in on this machine and has opened nothing yet; the site needs `vars: { ADMIN_TOKEN }`. */
export async function signIn(site: Site, ...visit: Parameters<Site['visit']>): Promise<Page> {
  const page = await site.visit(...visit)
  await page.request.get(`/admin?token=${ADMIN_TOKEN}`, { maxRedirects: 0 })
  return page
}
