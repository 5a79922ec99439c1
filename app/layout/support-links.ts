/** The support routes in the order of docs/specification.md#2, with their keys in `layout.json`. */
export const SUPPORT_LINKS = [
  { to: '/support/notice', key: 'notice' },
  { to: '/support/faq', key: 'faq' },
  { to: '/support/request', key: 'request' },
  { to: '/support/affiliate', key: 'affiliate' },
  { to: '/support/data', key: 'data' },
] as const
