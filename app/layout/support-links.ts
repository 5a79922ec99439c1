import { BOARD_NAMES, BOARDS } from '../../functions/contract/board'
import type { PageBrand } from '../context/page-context'

/** Not every brand has it. */
const FORM = '/support/affiliate'
const LINKS = [
  ...BOARD_NAMES.map((board) => ({ to: BOARDS[board].address, text: `page:${board}.name` }) as const),
  { to: '/support/request', text: 'layout:request' },
  { to: FORM, text: 'layout:affiliate' },
  { to: '/support/data', text: 'layout:data' },
] as const

/** The support routes of a brand in the order of docs/specification.md#2, with their names in the catalogues. */
export const supportLinks = ({ features }: Pick<PageBrand, 'features'>) =>
  LINKS.filter(({ to }) => to !== FORM || features.partnershipForm)
