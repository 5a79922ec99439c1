/** The five support routes in the order of the spec (spec 2), with the key of their word in `layout.json`. */
export const SUPPORT_LINKS = [
  { to: '/support/notice', key: 'notice' },
  { to: '/support/faq', key: 'faq' },
  { to: '/support/request', key: 'request' },
  { to: '/support/affiliate', key: 'affiliate' },
  { to: '/support/data', key: 'data' },
] as const
