import { RowsWriter, type Rows } from '../../lists/rows.ts'

/** Text that is looked through at once, in UTF-16 units. */
const WINDOW = 262_144
/** A row may be this long; a window grows until its rows end. */
const ROW_MAX = 4 * WINDOW

const HEAD = /^\s*\{\s*"data"\s*:\s*\[/

/**
 * Reads an answer `{"data": [ {…}, {…} ]}` as it comes in, so that the whole of it never stands in memory, neither as text nor as objects.
 * There is no parser here: a piece of text between two rows is one that `JSON.parse` takes as the inside of an array. It cannot be taken for
 * one by mistake: cut inside a string the string stays open, cut inside a row a bracket does.
 * @param check what each row has to be; what it throws passes on
 * @throws SyntaxError where the answer is no JSON, TypeError where it is something else than a list in `data`
 */
export async function readRows<T>(chunks: AsyncIterable<string>, check: (row: unknown) => T): Promise<Rows<T>> {
  const rows = new RowsWriter<T>()
  let text = ''
  let started = false
  for await (const chunk of chunks) {
    text += chunk
    if (text.length < WINDOW) continue
    if (!started) {
      text = startOf(text)
      started = true
    }
    const cut = lastCut(text)
    if (cut === null) {
      if (text.length > ROW_MAX) throw new SyntaxError('a row without an end')
      continue
    }
    for (const row of cut.rows) rows.add(check(row))
    text = cut.rest
  }
  if (!started) return whole(text, check)
  // What is left: further rows or none, the end of the list, and whatever else the answer says.
  const { data } = JSON.parse(`{"data":[${text}`) as { data: unknown }
  for (const row of listOf(data)) rows.add(check(row))
  return rows.end()
}

function whole<T>(text: string, check: (row: unknown) => T): Rows<T> {
  const answer: unknown = JSON.parse(text)
  const rows = new RowsWriter<T>()
  for (const row of listOf((answer as { data?: unknown } | null)?.data)) rows.add(check(row))
  return rows.end()
}

function listOf(data: unknown): unknown[] {
  if (!Array.isArray(data)) throw new TypeError('no list in "data"')
  return data
}

function startOf(text: string): string {
  const head = HEAD.exec(text)?.[0]
  if (head === undefined) throw new TypeError('a long answer that does not begin with "data"')
  return text.slice(head.length)
}

/** The rows that end in this text, and what follows the comma after them. */
function lastCut(text: string): { rows: unknown[]; rest: string } | null {
  const tried = 32
  let end = text.length
  for (let attempt = 0; attempt < tried; attempt++) {
    end = text.lastIndexOf('}', end - 1)
    if (end < 0) return null
    const comma = /^\s*,/.exec(text.slice(end + 1, end + 101))?.[0]
    if (comma === undefined) continue
    try {
      return { rows: JSON.parse(`[${text.slice(0, end + 1)}]`) as unknown[], rest: text.slice(end + 1 + comma.length) }
    } catch {
      // Inside a string or a row: the bracket before this one.
    }
  }
  return null
}
