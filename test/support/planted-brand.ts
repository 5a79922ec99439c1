import { BOARD_GROUPS } from '../../functions/contract/board.ts'
import type { Operator } from './operator.ts'
import { pdf, PNG } from './sample-files.ts'
import type { Site } from './site.ts'
import { SALES, sendInquiry, upload } from './visitor-calls.ts'

/** A brand in whose every kind of record its own word stands. */
export interface PlantedBrand {
  brandId: string
  /** In every text. */
  word: string
  /** Delivered with files and a conversation; undelivered; queued; destroyed. */
  receipts: { delivered: string; undelivered: string; queued: string; destroyed: string }
  /** Keys of files of the delivered inquiry: of the visitor, of an answer, of a reply. */
  inquiryFiles: string[]
  /** Id of the answer, and of a reply in quarantine. */
  answer: string
  quarantined: string
  /** Entries of both boards, by what they are. */
  notices: { published: string; draft: string; scheduled: string; withdrawn: string }
  questions: { published: string; draft: string }
  /** Files of operators: named by the draft alone, and by nothing. */
  contentFiles: { ofDraft: string; unnamed: string }
  downloads: { published: string; draft: string }
  category: string
  savedAnswer: string
  /** Id of what a person has asked for. */
  request: string
}

const HOSTS: Record<string, string> = { 'partner-a': 'partner-a.example', 'partner-b': 'partner-b.example' }
const dataOf = async <T>(answer: Response): Promise<T> => {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

/** Every id by which a record of the brand could be asked for. */
export const idsOf = ({
  receipts,
  notices,
  questions,
  contentFiles,
  downloads,
  ...planted
}: PlantedBrand): string[] => [
  ...[receipts, notices, questions, contentFiles, downloads].flatMap((group) => Object.values(group)),
  ...planted.inquiryFiles,
  planted.answer,
  planted.quarantined,
  planted.savedAnswer,
  planted.request,
  planted.category,
]

/** @param own an operator of the brand alone */
export async function plantBrand(
  site: Site,
  { brandId, whiteLabel, word, own }: { brandId: string; whiteLabel: string; word: string; own: Operator },
): Promise<PlantedBrand> {
  const { DB, FILES } = site.env
  const host = HOSTS[brandId] ?? 'www.example'
  const run = (sql: string, ...values: (string | number | null)[]) =>
    DB.prepare(sql)
      .bind(...values)
      .run()

  const send = async (change: object) =>
    (await dataOf<{ receipt: string }>(await sendInquiry(site, { ...TYPED(word), ...change }, { host }))).receipt
  const reference = await dataOf<string>(await upload(site, [pdf(`${word}-visitor.pdf`, 500)], { host }))
  const delivered = await send({ file_ref_id: reference })
  const [undelivered, queued, destroyed] = [await send({}), await send({}), await send({})]
  await run(
    "UPDATE inquiry SET state = 'undelivered', last_failure = ? WHERE receipt = ?",
    `${word}-failure`,
    undelivered,
  )
  await run("UPDATE inquiry SET state = 'queued', last_failure = ? WHERE receipt = ?", `${word}-failure`, queued)
  await own.ask('DELETE', `/api/admin/inquiries/${destroyed}`)

  const inquiry = `/api/admin/inquiries/${delivered}`
  const { id: answer } = await own.ask<{ id: string }>('POST', `${inquiry}/answers`, {
    text: `${word}-answer`,
    seen: delivered,
    cc: [`${word}-copy@company.example`],
  })
  await own.ask('POST', `${inquiry}/notes`, { text: `${word}-note` })
  await own.ask('POST', `${inquiry}/claim`)
  await own.ask('POST', `${inquiry}/draft`, { text: `${word}-unsent` })
  const messages: string[] = []
  const quarantined = crypto.randomUUID()
  for (const state of ['received', 'quarantined']) {
    const id = state === 'quarantined' ? quarantined : crypto.randomUUID()
    const key = `conversation/${delivered}/${id}/0`
    const name = `${word}-${state}.pdf`
    await FILES.put(key, `%PDF-1.7 ${word}-${state}`)
    await run(
      `INSERT INTO message (id, receipt, brand_id, kind, at, author, state, text, files, left_out)
       VALUES (?, ?, ?, 'reply', ?, ?, ?, ?, ?, '[]')`,
      id,
      delivered,
      brandId,
      new Date().toISOString(),
      `${word}-author@company.example`,
      state,
      `${word}-reply`,
      JSON.stringify([{ key, name, type: 'application/pdf', size: 20 }]),
    )
    messages.push(`conversation-${id}-0`)
  }
  await run(
    "UPDATE message SET state = 'bounced', detail = ? WHERE receipt = ? AND kind = 'answer'",
    `${word}-bounce`,
    delivered,
  )
  const files = (
    await DB.prepare(
      "SELECT upload_id || '-' || position AS key FROM file WHERE upload_id IN (SELECT upload_id FROM inquiry_upload WHERE receipt = ?)",
    )
      .bind(delivered)
      .all<{ key: string }>()
  ).results.map(({ key }) => key)

  const addFile = async (file: File) =>
    dataOf<{ file_key: string; address: string }>(await own.post('/api/admin/files', { file }))
  const picture = await addFile(new File([PNG], `${word}-picture.png`))
  const unnamed = await addFile(pdf(`${word}-unnamed.pdf`, 300))
  const category = crypto.randomUUID()
  await run(
    `INSERT INTO sub_category (sub_category_id, group_uuid, sub_category_name, sub_category_en_name, sort_order, white_label)
     VALUES (?, ?, ?, ?, 99, ?)`,
    category,
    BOARD_GROUPS.notice,
    `${word}-분류`,
    `${word}-category`,
    whiteLabel,
  )
  const { publish, write, act } = writingOf(own, word)
  const notices = {
    published: await publish('notices', 'published'),
    scheduled: await publish('notices', 'scheduled', new Date(Date.now() + 86_400_000).toISOString()),
    withdrawn: await publish('notices', 'withdrawn'),
    draft: (await write('notices', 'draft', `![${word}](${picture.address})`)).board_uuid,
  }
  await act('notices', notices.withdrawn, { action: 'withdraw' })
  const questions = {
    published: await publish('faq', 'question'),
    draft: (await write('faq', 'question-draft')).board_uuid,
  }

  const addDocument = async (what: string, draft: boolean) =>
    (
      await own.ask<{ download_id: string }>('POST', '/api/admin/downloads', {
        file_key: (await addFile(pdf(`${word}-${what}.pdf`, 300))).file_key,
        title: `${word}-${what}`,
        category: `${word}-shelf`,
        draft,
      })
    ).download_id
  const { id: savedAnswer } = await own.ask<{ id: string }>('POST', '/api/admin/answers', {
    title: `${word}-saved`,
    text: `${word}-saved-text`,
  })
  const noted = await own.post('/admin/people', {
    action: 'note',
    email: `${word}-mail@company.example`,
    kind: 'access',
    asked_on: '2026-11-01',
  })
  const request = new URL(noted.headers.get('location') ?? '', 'http://a').searchParams.get('request') ?? ''
  return {
    brandId,
    word,
    receipts: { delivered, undelivered, queued, destroyed },
    inquiryFiles: [...files, ...messages],
    answer,
    quarantined,
    notices,
    questions,
    contentFiles: { ofDraft: picture.file_key, unnamed: unnamed.file_key },
    downloads: { published: await addDocument('document', false), draft: await addDocument('document-draft', true) },
    category,
    savedAnswer,
    request,
  }
}

const TYPED = (word: string) => ({
  ...SALES,
  subject: `${word}-subject`,
  content: `${word}-content of a message that is long enough`,
  company_name: `${word}-company`,
  user_name: `${word}-person`,
  inquiry_mail: `${word}-mail@company.example`,
})

/** How an operator writes entries with a word in every text. */
export function writingOf(operator: Operator, word: string) {
  type Board = 'notices' | 'faq'
  const write = (board: Board, what: string, contents = '', change: object = {}) =>
    operator.ask<{ board_uuid: string; basis: string }>('POST', `/api/admin/${board}`, {
      sub_category_id: board === 'faq' ? 'all:f-usage' : 'all:n-service',
      subject: `${word}-${what}`,
      subject_en: `${word}-${what}`,
      contents: `${word}-${what}-text ${contents}`,
      contents_en: `${word}-${what}-text`,
      is_priority: board === 'faq',
      ...change,
    })
  const act = async (board: Board, id: string, action: object) => {
    const answer = await operator.call('POST', `/api/admin/${board}/${id}`, action)
    if (!answer.ok) throw new Error(`${JSON.stringify(action)}: ${answer.status} ${await answer.text()}`)
  }
  const publish = async (board: Board, what: string, at?: string, change: object = {}) => {
    const { board_uuid: id, basis } = await write(board, what, '', change)
    await act(board, id, { action: 'publish', basis, ...(at && { at }) })
    return id
  }
  return { write, act, publish }
}
