import type { BoardItem } from '../contract/board.ts'
import type { Selection } from '../contract/listing.ts'
import type { ListingNeighbours, ListingPage } from '../contract/listing-request.ts'
import type { Rows } from './rows.ts'

/**
 * What has to be known of every row to cut a page out of a list: a few bytes each, read once for as long as the list is
 * kept. The rows themselves are parsed only where they are shown.
 */
export class BoardIndex {
  readonly #rows: Rows<BoardItem>
  readonly #categories = new Map<string, number>()
  readonly #category: Uint32Array
  readonly #priority: Uint8Array
  readonly #id: Uint32Array

  constructor(rows: Rows<BoardItem>) {
    this.#rows = rows
    this.#category = new Uint32Array(rows.length)
    this.#priority = new Uint8Array(rows.length)
    this.#id = new Uint32Array(rows.length)
    let position = 0
    for (const row of rows) {
      const name = nameOf(row.sub_category_name, row.sub_category_en_name)
      const category = this.#categories.get(name) ?? this.#categories.size
      this.#categories.set(name, category)
      this.#category[position] = category
      this.#priority[position] = row.is_priority ? 1 : 0
      this.#id[position] = hashOf(row.board_uuid)
      position++
    }
  }

  page(selection: Selection): ListingPage {
    const { size } = selection
    const shown = this.#selected(selection)
    const total = shown === null ? this.#rows.length : shown.length
    const pages = Math.max(1, Math.ceil(total / size))
    const page = Math.min(selection.page, pages)
    const from = (page - 1) * size
    const positions = Array.from({ length: Math.min(size, total - from) }, (_, index) =>
      shown === null ? from + index : (shown[from + index] ?? 0),
    )
    return { data: this.#rows.at(positions), page, pages, total }
  }

  around(id: string): ListingNeighbours {
    const position = this.#positionOf(id)
    const at = (neighbour: number) => (position < 0 || neighbour < 0 ? null : (this.#rows.at([neighbour])[0] ?? null))
    return { previous: at(position - 1), next: at(position + 1) }
  }

  /** Positions of the rows that are asked for; null for all. */
  #selected({ category, category_en, priority }: Selection): number[] | null {
    const named = category !== undefined || category_en !== undefined
    if (!named && !priority) return null
    const wanted = named ? this.#categories.get(nameOf(category ?? '', category_en ?? '')) : undefined
    const positions: number[] = []
    for (let position = 0; position < this.#rows.length; position++) {
      if ((!named || this.#category[position] === wanted) && (!priority || this.#priority[position] === 1))
        positions.push(position)
    }
    return positions
  }

  #positionOf(id: string): number {
    const hash = hashOf(id)
    for (let position = this.#id.indexOf(hash); position >= 0; position = this.#id.indexOf(hash, position + 1)) {
      if (this.#rows.at([position])[0]?.board_uuid === id) return position
    }
    return -1
  }
}

const nameOf = (name: string, englishName: string): string => JSON.stringify([name, englishName])

/** FNV-1a; where two ids share one, the row itself decides. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
