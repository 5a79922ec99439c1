/** The statement that belongs into the same batch as every change of what visitors can see. */
export const countChange = (db: D1Database) => db.prepare('UPDATE content_version SET number = number + 1')

/**
 * Says that the change of the batch only adds something, so that what is kept from before it shows nothing that is gone.
 * @param entry that becomes public by a later statement of the batch. Where it is public or scheduled already, the change is a correction and
 * does not count; null where the change is about no entry
 */
export const countAddition = (db: D1Database, entry: string | null = null) =>
  db
    .prepare(
      `UPDATE content_version SET additions = additions + 1
       WHERE NOT EXISTS (SELECT 1 FROM board_item WHERE board_uuid = ? AND withdrawn_at IS NULL)`,
    )
    .bind(entry)

/** The number of changes so far, in the column `number`, and of those that only added something, in `additions`. */
export const selectChanges = (db: D1Database) => db.prepare('SELECT number, additions FROM content_version')
