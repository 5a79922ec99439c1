import superjson from 'superjson'
import { z } from 'zod'
import type { Codec } from './list-cache.ts'
import { joined, RowsWriter, type Rows } from './rows.ts'

const head = z.strictObject({ storedAt: z.number() })
const LINE_END = 0x0a

/**
 * How rows stand in the store: a first line of superjson with the moment they were stored, then one line for each piece.
 * @param schema of one row; what comes back from the store is checked again.
 */
export function storedRows<T>(schema: z.ZodType<T>): Codec<Rows<T>> {
  return {
    sizeOf: ({ bytes }) => bytes,
    write({ storedAt, value }) {
      const lineEnd = Uint8Array.of(LINE_END)
      return joined([
        new TextEncoder().encode(superjson.stringify({ storedAt })),
        ...value.pieces.flatMap((piece) => [lineEnd, piece]),
      ])
    },
    read(stored) {
      const decoder = new TextDecoder()
      const [first, ...pieces] = linesOf(new Uint8Array(stored)).map((line) => () => decoder.decode(line))
      const { storedAt } = head.parse(superjson.parse(first?.() ?? ''))
      const writer = new RowsWriter<T>()
      for (const piece of pieces)
        for (const row of JSON.parse(`[${piece()}]`) as unknown[]) writer.add(schema.parse(row))
      return { storedAt, value: writer.end() }
    },
  }
}

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  let from = 0
  for (let to = bytes.indexOf(LINE_END); to >= 0; to = bytes.indexOf(LINE_END, from)) {
    lines.push(bytes.subarray(from, to))
    from = to + 1
  }
  lines.push(bytes.subarray(from))
  return lines
}
