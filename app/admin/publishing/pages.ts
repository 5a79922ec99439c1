import type { Hono } from 'hono'
import { BOARD_NAMES } from '../../../functions/contract/board'
import type { AdminPages } from '../frame/page'
import { categoriesPage, postCategories } from './categories-page'
import { EDITOR_SCRIPT, editorScript } from './editor-script'
import { entriesPage } from './entries-page'
import { newEntry, postEntry } from './entry-actions'
import { entryPage } from './entry-page'
import { adminAddress } from './addresses'

/** The pages on which an operator writes what visitors read. */
export function addPublishingPages(pages: Hono<AdminPages>): void {
  for (const board of BOARD_NAMES) {
    const address = adminAddress(board)
    pages.get(address, (c) => entriesPage(c, board))
    pages.post(address, (c) => newEntry(c, board))
    pages.get(`${address}/:id`, (c) => entryPage(c, board))
    pages.post(`${address}/:id`, (c) => postEntry(c, board))
  }
  pages.get('/admin/categories', (c) => categoriesPage(c))
  pages.post('/admin/categories', postCategories)
  pages.get(EDITOR_SCRIPT, (c) => c.body(editorScript(), 200, { 'content-type': 'text/javascript; charset=utf-8' }))
}
