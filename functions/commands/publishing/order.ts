import { BOARD_GROUPS, type BoardName } from '../../contract/board.ts'
import type { Env } from '../../env.ts'
import { announceChange, countChange } from '../../lists/content-version.ts'
import { writeLog } from '../../database/admin-log.ts'

type Storage = Pick<Env, 'DB' | 'CACHE'>

/** The ids with one of them a place further up or down; null where it stands at that end already, or is none of them. */
export function movedByOne(ids: readonly string[], id: string, up: boolean): string[] | null {
  const from = ids.indexOf(id)
  const to = from + (up ? -1 : 1)
  const other = ids[to]
  return from < 0 || other === undefined ? null : ids.with(to, id).with(from, other)
}

/** Moves an entry one place up or down among all entries of its board, as the public list has them. */
export async function moveEntry(
  env: Storage,
  { actor, board, id, up }: { actor: string; board: BoardName; id: string; up: boolean },
): Promise<void> {
  const { results } = await env.DB.prepare(
    'SELECT board_uuid FROM board_item WHERE group_uuid = ? ORDER BY sort_order, create_date DESC, board_uuid DESC',
  )
    .bind(BOARD_GROUPS[board])
    .all<{ board_uuid: string }>()
  const ids = movedByOne(
    results.map(({ board_uuid }) => board_uuid),
    id,
    up,
  )
  if (ids === null) return
  await writeLog(env, { actor, action: 'reorder', subject: id })
  await env.DB.batch([
    env.DB.prepare(
      `UPDATE board_item SET sort_order = (SELECT key + 1 FROM json_each(?1) WHERE value = board_uuid)
       WHERE group_uuid = ?2 AND board_uuid IN (SELECT value FROM json_each(?1))`,
    ).bind(JSON.stringify(ids), BOARD_GROUPS[board]),
    countChange(env.DB),
  ])
  await announceChange(env)
}

/** Shows an entry at the top of the FAQ or not. A text that is being written follows. */
export async function setPriority(
  env: Storage,
  { actor, id, priority }: { actor: string; id: string; priority: boolean },
): Promise<void> {
  await writeLog(env, { actor, action: 'reorder', subject: id })
  await env.DB.batch([
    env.DB.prepare('UPDATE board_item SET is_priority = ? WHERE board_uuid = ?').bind(Number(priority), id),
    env.DB.prepare('UPDATE board_draft SET is_priority = ? WHERE board_uuid = ?').bind(Number(priority), id),
    countChange(env.DB),
  ])
  await announceChange(env)
}
