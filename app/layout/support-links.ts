import { BOARDS } from '../../functions/contract/board'

/** The support routes in the order of docs/specification.md#2, with their keys in `layout.json`. */
export const SUPPORT_LINKS = [
  { to: BOARDS.notice.address, key: 'notice' },
  { to: BOARDS.faq.address, key: 'faq' },
  { to: '/support/request', key: 'request' },
  { to: '/support/affiliate', key: 'affiliate' },
  { to: '/support/data', key: 'data' },
] as const
