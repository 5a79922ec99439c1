import type { Operator } from '../../support/operator.ts'
import type { PlantedBrand } from '../../support/planted-brand.ts'

/** What another brand has that a command may name. */
export interface Named extends PlantedBrand {
  entry: string
  version: number
}

interface Command {
  /** Status of each answer. */
  expected: number
  /** Does it to what another brand has. Null: it concerns nothing of a brand. */
  send: ((operator: Operator, other: Named) => Promise<Response[]>) | null
}

const NOTHING: Command = { expected: 0, send: null }
const every = <T>(items: readonly T[], send: (item: T) => Promise<Response>) => Promise.all(items.map(send))
const receiptsOf = ({ receipts }: Named) => Object.values(receipts)
const entriesOf = ({ notices, questions }: Named) => [...Object.values(notices), ...Object.values(questions)]
const downloadsOf = ({ downloads }: Named) => Object.values(downloads)

type Method = Parameters<Operator['call']>[0]
/** A JSON call for each receipt of the other brand. */
const onInquiries = (method: Method, below = '', body?: unknown): Command => ({
  expected: 404,
  send: (operator, other) =>
    every(receiptsOf(other), (receipt) =>
      operator.call(
        method,
        `/api/admin/inquiries/${receipt}${below.replace(':id', other.answer).replace(':reply', other.quarantined)}`,
        body,
      ),
    ),
})
/** A form for each receipt of the other brand. */
const onInquiryPages = (below: string, fields: (other: Named) => Record<string, string>): Command => ({
  expected: 404,
  send: (operator, other) =>
    every(receiptsOf(other), (receipt) => operator.post(`/admin/inquiries/${receipt}${below}`, fields(other))),
})
const onEntries = (method: Method, board: string, bodies: object[]): Command => ({
  expected: 404,
  send: async (operator, other) =>
    (
      await every(
        entriesOf(other),
        (id) => every(bodies, (body) => operator.call(method, `/api/admin/${board}/${id}`, body)) as never,
      )
    ).flat(),
})
const onEntryPages = (board: string): Command => ({
  expected: 404,
  send: async (operator, other) =>
    (
      await Promise.all(
        entriesOf(other).map((id) =>
          every(ENTRY_FORMS, (fields) => operator.post(`/admin/${board}/${id}`, { ...fields, basis: '1.0' })),
        ),
      )
    ).flat(),
})
const ENTRY_FORMS: Record<string, string>[] = [
  { action: 'save', subject: 'x' },
  { action: 'publish', subject: 'x' },
  { action: 'withdraw' },
  { action: 'publish-again' },
  { action: 'discard' },
  { action: 'bring-back', version: '1' },
]
const ENTRY_ACTIONS = [
  { action: 'publish', basis: '1.0' },
  { action: 'withdraw' },
  { action: 'publish-again', basis: '1.0' },
  { action: 'bring-back', version: 1, basis: '1.0' },
  { action: 'move', up: true },
  { action: 'move', among: 'category', up: true },
  { action: 'priority', priority: true },
  { action: 'discard-draft', basis: '1.0' },
  { action: 'preview', language: 'ko' },
]
const forbidden = (...calls: ((operator: Operator, other: Named) => Promise<Response>)[]): Command => ({
  expected: 403,
  send: (operator, other) => Promise.all(calls.map((call) => call(operator, other))),
})
const call =
  (method: Method, path: (other: Named) => string, body?: (other: Named) => unknown) =>
  (operator: Operator, other: Named) =>
    operator.call(method, path(other), body?.(other))
const MAINTENANCE = { start: '2030-01-01T00:00:00+09:00', hours: 1, reason_ko: 'x', reason_en: 'x' }
const newEntry = (board: string): Command => ({
  expected: 400,
  send: async (operator, { brandId, contentFiles }) => [
    await operator.call('POST', `/api/admin/${board}`, { subject: 'x', white_label: whiteLabelOf(brandId) }),
    await operator.call('POST', `/api/admin/${board}`, { contents: `![](/content/${contentFiles.ofDraft}/x.png)` }),
  ],
})
const whiteLabelOf = (brandId: string) => (brandId === 'vcp-x' ? 'default' : brandId)

/** Every route that changes something, by what an operator of one brand does with it to another one. */
export const COMMANDS: Record<string, Command> = {
  'POST /admin/language': NOTHING,
  'POST /admin/sign-out': NOTHING,
  // An empty draft of the own brand, and a file of one's own.
  'POST /admin/notices': NOTHING,
  'POST /admin/faq': NOTHING,
  'POST /api/admin/files': NOTHING,
  'POST /admin': forbidden((operator) => operator.post('/admin', { action: 'resume' })),
  'DELETE /api/admin/pause': forbidden(call('DELETE', () => '/api/admin/pause')),
  'POST /admin/maintenance': forbidden((operator) => operator.post('/admin/maintenance', { action: 'off' })),
  'POST /api/admin/maintenance': forbidden(
    call(
      'POST',
      () => '/api/admin/maintenance',
      () => MAINTENANCE,
    ),
  ),
  'DELETE /api/admin/maintenance': forbidden(call('DELETE', () => '/api/admin/maintenance')),
  'POST /admin/categories': forbidden((operator, { category }) =>
    operator.post('/admin/categories', { action: 'remove', id: category }),
  ),
  'POST /api/admin/categories': forbidden(
    call(
      'POST',
      () => '/api/admin/categories',
      () => ({ board: 'notice', sub_category_name: 'x', sub_category_en_name: 'x' }),
    ),
  ),
  'PATCH /api/admin/categories/:id': forbidden(
    call(
      'PATCH',
      ({ category }) => `/api/admin/categories/${category}`,
      () => ({ sub_category_name: 'x', sub_category_en_name: 'x' }),
    ),
  ),
  'POST /api/admin/categories/:id': forbidden(
    call(
      'POST',
      ({ category }) => `/api/admin/categories/${category}`,
      () => ({ up: true }),
    ),
  ),
  'DELETE /api/admin/categories/:id': forbidden(call('DELETE', ({ category }) => `/api/admin/categories/${category}`)),

  'PATCH /api/admin/inquiries/:receipt': onInquiries('PATCH', '', { processed: true }),
  'DELETE /api/admin/inquiries/:receipt': onInquiries('DELETE'),
  'POST /api/admin/inquiries/:receipt/reminder': onInquiries('POST', '/reminder', { on: '2030-01-01' }),
  'POST /api/admin/inquiries/:receipt/send': onInquiries('POST', '/send'),
  'POST /api/admin/inquiries/:receipt/answers': onInquiries('POST', '/answers', { text: 'x' }),
  'POST /api/admin/inquiries/:receipt/answers/:id/again': onInquiries('POST', '/answers/:id/again', {}),
  'POST /api/admin/inquiries/:receipt/replies/:id/admit': onInquiries('POST', '/replies/:reply/admit'),
  'POST /api/admin/inquiries/:receipt/draft': onInquiries('POST', '/draft', { text: 'x' }),
  'POST /api/admin/inquiries/:receipt/claim': onInquiries('POST', '/claim'),
  'POST /api/admin/inquiries/:receipt/claim/end': onInquiries('POST', '/claim/end'),
  'POST /api/admin/inquiries/:receipt/notes': onInquiries('POST', '/notes', { text: 'x' }),
  'POST /api/admin/inquiries': {
    expected: 200,
    send: (operator, other) =>
      every(['processed', 'spam', 'destroy'], (action) =>
        operator.call('POST', '/api/admin/inquiries', { action, receipts: receiptsOf(other) }),
      ),
  },
  'POST /admin/inquiries/:receipt': {
    expected: 404,
    send: async (operator, other) =>
      (
        await Promise.all(
          ['send-again', 'mark-processed', 'mark-spam', 'undo-processed', 'destroy'].map((action) =>
            every(receiptsOf(other), (receipt) => operator.post(`/admin/inquiries/${receipt}`, { action })),
          ),
        )
      ).flat(),
  },
  'POST /admin/inquiries/:receipt/answers': {
    expected: 404,
    send: async (operator, other) =>
      (
        await Promise.all(
          ['send', 'preview', 'saved', 'link'].map((action) =>
            every(receiptsOf(other), (receipt) =>
              operator.post(`/admin/inquiries/${receipt}/answers`, { action, text: 'x', saved: other.savedAnswer }),
            ),
          ),
        )
      ).flat(),
  },
  'POST /admin/inquiries/:receipt/again': onInquiryPages('/again', ({ answer }) => ({
    id: answer,
    to: 'a@company.example',
  })),
  'POST /admin/inquiries/:receipt/admit': onInquiryPages('/admit', ({ quarantined }) => ({ id: quarantined })),
  'POST /admin/inquiries/:receipt/claim': onInquiryPages('/claim', () => ({})),
  'POST /admin/inquiries/:receipt/claim/end': onInquiryPages('/claim/end', () => ({})),
  'POST /admin/inquiries/:receipt/reminder': onInquiryPages('/reminder', () => ({ on: '2030-01-01' })),
  'POST /admin/inquiries/:receipt/notes': onInquiryPages('/notes', () => ({ text: 'x' })),
  // The file has its head alone, and the question before a destruction no row.
  'POST /admin/inquiries': {
    expected: 200,
    send: (operator, other) =>
      every(['export', 'destroy'], (action) =>
        operator.postMany('/admin/inquiries', [
          ...receiptsOf(other).map((receipt): [string, string] => ['receipt', receipt]),
          ['action', action],
        ]),
      ),
  },

  'POST /admin/inquiries/new': {
    expected: 404,
    send: async (operator, { brandId }) => [
      await operator.post(`/admin/inquiries/new?brand=${brandId}`, {
        brand: brandId,
        key: crypto.randomUUID(),
        processed_months: '1',
        consent_day: new Date().toISOString().slice(0, 10),
        consent_way: 'spoken',
      }),
    ],
  },
  'POST /admin/people': {
    expected: 404,
    send: async (operator, { brandId, request }) => [
      await operator.post('/admin/people', { action: 'end', id: request }),
      await operator.post('/admin/people', {
        action: 'note',
        brand: brandId,
        email: 'a@company.example',
        kind: 'access',
        asked_on: '2026-01-01',
      }),
    ],
  },
  'POST /api/admin/answers': {
    expected: 400,
    send: async (operator, { brandId }) => [
      await operator.call('POST', '/api/admin/answers', { title: 'x', text: 'x', brand_id: brandId }),
    ],
  },
  'PATCH /api/admin/answers/:id': {
    expected: 404,
    send: async (operator, { savedAnswer }) => [
      await operator.call('PATCH', `/api/admin/answers/${savedAnswer}`, { version: 1, title: 'x', text: 'x' }),
    ],
  },
  'DELETE /api/admin/answers/:id': {
    expected: 404,
    send: async (operator, { savedAnswer }) => [await operator.call('DELETE', `/api/admin/answers/${savedAnswer}`)],
  },
  'POST /admin/answers': {
    expected: 404,
    send: async (operator, { savedAnswer }) => [
      await operator.post('/admin/answers', { action: 'delete', id: savedAnswer }),
      await operator.post('/admin/answers', { action: 'save', id: savedAnswer, version: '1', title: 'x', text: 'x' }),
    ],
  },

  'POST /api/admin/notices': newEntry('notices'),
  'POST /api/admin/faq': newEntry('faq'),
  'PATCH /api/admin/notices/:id': onEntries('PATCH', 'notices', [{ subject: 'x' }, { subject: 'x', basis: '1.0' }]),
  'PATCH /api/admin/faq/:id': onEntries('PATCH', 'faq', [{ subject: 'x' }, { subject: 'x', basis: '1.0' }]),
  'POST /api/admin/notices/:id': onEntries('POST', 'notices', ENTRY_ACTIONS),
  'POST /api/admin/faq/:id': onEntries('POST', 'faq', ENTRY_ACTIONS),
  'POST /admin/notices/:id': onEntryPages('notices'),
  'POST /admin/faq/:id': onEntryPages('faq'),
  'POST /admin/faq/order': {
    expected: 404,
    send: (operator, { questions }) =>
      every(['move', 'priority', 'no-priority'], (action) =>
        operator.post('/admin/faq/order', { action, id: questions.published, group: 'category', place: '1' }),
      ),
  },

  'POST /api/admin/downloads': {
    expected: 404,
    send: (operator, { contentFiles }) =>
      every(Object.values(contentFiles), (file_key) =>
        operator.call('POST', '/api/admin/downloads', { file_key, title: 'x' }),
      ),
  },
  'PATCH /api/admin/downloads/:id': {
    expected: 404,
    send: (operator, other) =>
      every(downloadsOf(other), (id) =>
        operator.call('PATCH', `/api/admin/downloads/${id}`, { title: 'x', version: other.version }),
      ),
  },
  'DELETE /api/admin/downloads/:id': {
    expected: 404,
    send: (operator, other) => every(downloadsOf(other), (id) => operator.call('DELETE', `/api/admin/downloads/${id}`)),
  },
  'POST /api/admin/downloads/:id': {
    expected: 404,
    send: async (operator, other) =>
      (
        await Promise.all(
          [{ up: true }, { action: 'withdraw' }, { action: 'publish' }].map((body) =>
            every(downloadsOf(other), (id) => operator.call('POST', `/api/admin/downloads/${id}`, body)),
          ),
        )
      ).flat(),
  },
  'POST /admin/downloads': {
    expected: 404,
    send: (operator, other) =>
      every(['change', 'up', 'down', 'withdraw', 'publish', 'delete'], (action) =>
        operator.post('/admin/downloads', { action, id: other.downloads.draft, version: '1', title: 'x' }),
      ),
  },
  // The HTML comes without a proof, so that the file stays closed.
  'POST /api/admin/markdown': {
    expected: 200,
    send: (operator, { contentFiles }) =>
      every(Object.values(contentFiles), async (key) => {
        const answer = await operator.call('POST', '/api/admin/markdown', { source: `![](/content/${key}/x.png)` })
        const html = await answer.text()
        return new Response(html, { status: html.includes('preview=') ? 500 : answer.status })
      }),
  },
}
