/** Rows in one piece of text: small enough to parse one piece for a page, large enough to be few. */
const ROWS_IN_PIECE = 64

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const OPENING = encoder.encode('{"data":[')
const COMMA = encoder.encode(',')
const CLOSING = encoder.encode(']}')

/**
 * A long list, kept as the text that it is sent as. A hundred thousand rows are 23 MB so, and several times that as objects, which
 * an isolate of 128 MB could not hold twice; and who shows ten of them parses one piece.
 */
export class Rows<T> implements Iterable<T> {
  readonly length: number
  /** JSON of up to 64 rows each, joined by commas; without a line break, as JSON.stringify writes. */
  readonly pieces: readonly Uint8Array<ArrayBuffer>[]
  /** Bytes of all pieces. */
  readonly bytes: number

  constructor(pieces: readonly Uint8Array<ArrayBuffer>[], length: number) {
    this.pieces = pieces
    this.length = length
    this.bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  }

  static of<T>(rows: Iterable<T>): Rows<T> {
    const writer = new RowsWriter<T>()
    for (const row of rows) writer.add(row)
    return writer.end()
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const piece of this.pieces) yield* parsed<T>(piece)
  }

  /** The rows at these positions, in that order. A position that is not there is left out. */
  at(positions: readonly number[]): T[] {
    const opened = new Map<number, T[]>()
    return positions.flatMap((position) => {
      const index = Math.floor(position / ROWS_IN_PIECE)
      const piece = this.pieces[index]
      if (!piece) return []
      const rows = opened.get(index) ?? parsed<T>(piece)
      opened.set(index, rows)
      const row = rows[position % ROWS_IN_PIECE]
      return row === undefined ? [] : [row]
    })
  }

  /** The whole as the body of an answer, `{"data":[…]}`, written piece by piece. */
  answer(): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
    const [only = new Uint8Array(), ...more] = this.pieces
    if (more.length === 0) return joined([OPENING, only, CLOSING])
    const parts = this.pieces.values()
    let first = true
    return new ReadableStream({
      pull(controller) {
        const { value, done } = parts.next()
        if (done) {
          controller.enqueue(CLOSING.slice())
          controller.close()
        } else {
          controller.enqueue(joined([first ? OPENING : COMMA, value]))
          first = false
        }
      },
    })
  }
}

/** Takes rows one by one, so that they never all stand in memory as objects. */
export class RowsWriter<T> {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = []
  #open: string[] = []
  #length = 0

  add(row: T): void {
    this.#open.push(JSON.stringify(row))
    this.#length++
    if (this.#open.length === ROWS_IN_PIECE) this.#close()
  }

  end(): Rows<T> {
    if (this.#open.length > 0) this.#close()
    return new Rows(this.#pieces, this.#length)
  }

  #close(): void {
    this.#pieces.push(encoder.encode(this.#open.join(',')))
    this.#open = []
  }
}

/** Only what a `RowsWriter` has written is in a piece. */
const parsed = <T>(piece: Uint8Array): T[] => JSON.parse(`[${decoder.decode(piece)}]`) as T[]

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
