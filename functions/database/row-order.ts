/** Where rows stand in an order that operators make by hand. */
interface Ordered {
  table: 'board_item' | 'sub_category' | 'download'
  id: string
  /** `?3` is its value; none: all rows. */
  where?: string
  /** The columns of the order. */
  by: string
}

/** A move: ids of all rows, as they were read and as they shall stand. */
export interface OrderChange {
  before: readonly string[]
  after: readonly string[]
}

/**
 * Gives rows another order, if they still stand in the one that was read: else it changes nothing, and somebody else has moved one.
 * @param of value of `?3`
 */
export function updateOrder(
  db: D1Database,
  { table, id, where = '?3 IS NULL', by }: Ordered,
  { before, after }: OrderChange,
  of: string | null = null,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE ${table} SET sort_order = (SELECT key + 1 FROM json_each(?1) WHERE value = ${id})
       WHERE ${where} AND (SELECT json_group_array(${id}) FROM (SELECT ${id} FROM ${table} WHERE ${where} ORDER BY ${by})) = json(?2)`,
    )
    .bind(JSON.stringify(after), JSON.stringify(before), of)
}
