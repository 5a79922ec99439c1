import type { Hono } from 'hono'
import { BOARD_NAMES, BOARDS } from '../../../functions/contract/board'
import { forEachBrand } from '../access/admission'
import type { AdminPages } from '../frame/page'
import { categoriesPage, postCategories } from './categories-page'
import { entriesPage } from './entries-page'
import { newEntry, postEntry } from './entry-actions'
import { entryPage } from './entry-page'
import { framedPage } from './framed-page'
import { orderPage, postOrder } from './order-page'
import { adminAddress, orderAddress } from '../frame/board-addresses'

/** The pages on which an operator writes what visitors read. */
export function addPublishingPages(pages: Hono<AdminPages>): void {
  for (const board of BOARD_NAMES) {
    const address = adminAddress(board)
    pages.get(address, forEachBrand, (c) => entriesPage(c, board))
    pages.post(address, forEachBrand, (c) => newEntry(c, board))
    if (BOARDS[board].entries === 'questions') {
      pages.get(orderAddress(board), forEachBrand, (c) => orderPage(c, board))
      pages.post(orderAddress(board), forEachBrand, (c) => postOrder(c, board))
    }
    pages.get(`${address}/:id`, forEachBrand, (c) => entryPage(c, board))
    pages.get(`${address}/:id/page`, forEachBrand, (c) => framedPage(c, board))
    pages.post(`${address}/:id`, forEachBrand, (c) => postEntry(c, board))
  }
  pages.get('/admin/categories', (c) => categoriesPage(c))
  pages.post('/admin/categories', postCategories)
}
