/** Every kind of page that a visitor can see. `form`: it may load its scripts by itself once the browser is idle. */
export interface MeasuredRoute {
  path: string
  form?: true
  /** Not meant for search engines, or not answered with 200: its SEO score says nothing. */
  unlisted?: true
}

export const routes: readonly MeasuredRoute[] = [
  { path: '/' },
  { path: '/support/notice' },
  { path: '/support/notice/default-notice-1' },
  { path: '/support/faq' },
  { path: '/support/faq/default-faq-1' },
  { path: '/support/request', form: true },
  { path: '/support/affiliate', form: true },
  { path: '/support/request/complete', unlisted: true },
  { path: '/support/affiliate/complete', unlisted: true },
  { path: '/support/data' },
  { path: '/privacy-policy' },
  { path: '/terms-of-service' },
  { path: '/no-such-page', unlisted: true },
]

export const languages = ['ko', 'en'] as const
export type Language = (typeof languages)[number]
