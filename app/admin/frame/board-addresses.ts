import { BOARDS, type BoardName } from '../../../functions/contract/board'

/** Where the entries of a board are kept in the admin. */
export const adminAddress = (board: BoardName) => `/admin/${BOARDS[board].section}` as const
/** Where the questions of a board are put in order. */
export const orderAddress = (board: BoardName) => `${adminAddress(board)}/order` as const
