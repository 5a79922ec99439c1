/** The two boards, by the group identifier that the upstream knows them by (spec 3). Apart from the schemas, so that a page does not carry them. */
export const BOARD_GROUPS = {
  notice: '6f1f3c52-5a3e-4e0b-9c1b-7d2b8a3f1e01',
  faq: '6f1f3c52-5a3e-4e0b-9c1b-7d2b8a3f1e02',
} as const
export type BoardName = keyof typeof BOARD_GROUPS
