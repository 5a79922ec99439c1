/** The statement that belongs into the same batch as every change of what visitors can see. */
export const countChange = (db: D1Database) => db.prepare('UPDATE content_version SET number = number + 1')

/** The number of changes so far, in the column `number`. */
export const selectChanges = (db: D1Database) => db.prepare('SELECT number FROM content_version')
