import { BOARDS, type BoardName } from '../../../functions/contract/board'

/** Where the entries of a board are kept in the admin. */
export const adminAddress = (board: BoardName) => `/admin/${BOARDS[board].section}` as const
