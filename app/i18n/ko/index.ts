import type { Catalogue } from '../catalogue'
import board from './board.json'
import error from './error.json'
import layout from './layout.json'
import page from './page.json'

export default { board, error, layout, page } satisfies Catalogue
