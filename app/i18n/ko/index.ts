import type { Catalogue } from '../catalogue'
import board from './board.json'
import error from './error.json'
import inquiry from './inquiry.json'
import layout from './layout.json'
import page from './page.json'

export default { board, error, inquiry, layout, page } satisfies Catalogue
