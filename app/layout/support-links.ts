import { BOARDS } from '../../functions/contract/board'
import type { PageBrand } from '../context/page-context'

const LINKS = [
  { to: BOARDS.notice.address, key: 'notice' },
  { to: BOARDS.faq.address, key: 'faq' },
  { to: '/support/request', key: 'request' },
  { to: '/support/affiliate', key: 'affiliate' },
  { to: '/support/data', key: 'data' },
] as const

/** The support routes of a brand in the order of docs/specification.md#2, with their keys in `layout.json`. */
export const supportLinks = ({ features }: Pick<PageBrand, 'features'>) =>
  LINKS.filter(({ key }) => key !== 'affiliate' || features.partnershipForm)
