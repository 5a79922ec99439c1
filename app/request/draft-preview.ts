import { BOARD_NAMES, BOARDS, type BoardDetail, type BoardName } from '../../functions/contract/board'
import { renderPageOrError, type PageInput } from '../render/render-page'
import { knownAddress } from '../urls/known-parameters'

/** The query parameter that holds the proof (docs/contract.md#9). */
const PROOF = 'preview'
const ENTRY = /^(.+)\/([A-Za-z0-9_-]{1,64})$/

type ReadPreview = (asked: {
  board: BoardName
  id: string
  language: string
  proof: string
  brandId: string
}) => Promise<BoardDetail | null>

/**
 * The page of an entry with the text that is being written, for whoever has a signed preview address. It is rendered like every
 * visitor's page, is stored nowhere, and only the site itself may frame it.
 * @param read gives the entry, or null where the address is not a valid preview
 * @returns null where the address is not a valid preview: then the ordinary page answers
 */
export async function answerPreview(
  request: Request,
  url: URL,
  context: PageInput,
  read: ReadPreview,
  requestId: string,
): Promise<Response | null> {
  const proof = url.searchParams.get(PROOF)
  const [, address, id] = ENTRY.exec(url.pathname) ?? []
  const board = BOARD_NAMES.find((name) => BOARDS[name].address === address)
  if (proof === null || id === undefined || !board) return null
  const { locale, brand } = context.visitor
  const preview = read({ board, id, language: locale, proof, brandId: brand.id })
  // Where it cannot be read, the page says so.
  const isValid = await preview.then(
    (detail) => detail !== null,
    () => true,
  )
  if (!isValid) return null
  // The text alone is looked at, so no banner covers it.
  const visitor = { ...context.visitor, cookieDecision: true }
  const page = await renderPageOrError(knownAddress(url), request, { ...context, visitor, preview }, requestId)
  const headers = new Headers(page.headers)
  headers.set('cache-control', 'no-store')
  headers.set('x-robots-tag', 'noindex')
  const policy = headers.get('content-security-policy')
  if (policy) headers.set('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
  return new Response(page.body, { status: page.status, headers })
}
