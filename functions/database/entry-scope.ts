import { BOARD_GROUPS, type BoardName, type Shown } from '../contract/board.ts'
import { ALL_BRANDS, labelOf, type Scope } from '../contract/scope.ts'

/*
 * Which entries a brand shows, which ones an operator of one brand sees, and which are the brand's own (decision 067). An entry is its own
 * where every text of it is: the public one and the one that is being written. Of the others it sees what its visitors can read, and no draft.
 */

/** The values of `?1` (now), `?2` (the white-label value) and `?3` (the category that the brand does not have). */
export const shownValues = ({ whiteLabel, without }: Shown, now: Date): [string, string, string | null] => [
  now.toISOString(),
  whiteLabel,
  without,
]

/**
 * Whether a brand shows an entry, with `shownValues`. A row without a white-label value belongs to every brand. It is public from its
 * publication until it is withdrawn: each read compares the two with its own time, so that nothing has to run when a planned publication is due.
 * @param alias of `board_item`
 */
export const isShown = (alias: string): string => `((${alias}.white_label IS NULL OR ${alias}.white_label = ?2)
  AND ${alias}.published_at <= ?1 AND ${alias}.withdrawn_at IS NULL AND ${alias}.sub_category_id IS NOT ?3)`

/** The same three values for a scope, null for all brands. */
export const scopeValues = (scope: Scope, now: Date): [string, string | null, string | null] => [
  now.toISOString(),
  labelOf(scope),
  scope === ALL_BRANDS ? null : scope.without,
]

/** Entries `e` with what is public `i` and what is being written `d`. The draft of an entry that is not its own is not joined. */
export const SCOPED_ENTRIES = `(SELECT board_uuid, group_uuid FROM board_item UNION SELECT board_uuid, group_uuid FROM board_draft) e
  LEFT JOIN board_item i USING (board_uuid)
  LEFT JOIN board_draft d ON d.board_uuid = e.board_uuid
    AND (?2 IS NULL OR (d.white_label = ?2 AND (i.board_uuid IS NULL OR i.white_label = ?2)))`

export const IS_OWN = `(?2 IS NULL OR ((i.board_uuid IS NULL OR i.white_label IS ?2)
  AND NOT EXISTS (SELECT 1 FROM board_draft o WHERE o.board_uuid = e.board_uuid AND o.white_label IS NOT ?2)))`
export const IS_VISIBLE = `(${IS_OWN} OR (i.board_uuid IS NOT NULL AND ${isShown('i')}))`

/** What somebody may do with an entry. */
export type Access = 'own' | 'readable' | 'none'

/** What somebody may do with an entry, and which brand alone it is for. */
export async function entryAccess(
  db: D1Database,
  scope: Scope,
  board: BoardName,
  id: string,
  now: Date,
): Promise<{ access: Access; whiteLabel: string | null }> {
  const entry = await db
    .prepare(
      `SELECT coalesce(i.white_label, d.white_label) AS label, ${IS_OWN} AS own FROM ${SCOPED_ENTRIES}
       WHERE e.board_uuid = ?4 AND e.group_uuid = ?5 AND ${IS_VISIBLE}`,
    )
    .bind(...scopeValues(scope, now), id, BOARD_GROUPS[board])
    .first<{ label: string | null; own: number }>()
  if (!entry) return { access: 'none', whiteLabel: null }
  return { access: entry.own === 1 ? 'own' : 'readable', whiteLabel: entry.label }
}
