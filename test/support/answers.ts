import { randomUUID } from 'node:crypto'
import type { FakeBoards } from './boards.ts'
import type { RecordedCall, RecordedPart } from './recorded-call.ts'

/** Everything the fake upstream has been given. */
export interface FakeState {
  /** By white-label value; a brand without boards sees empty ones. */
  boards: Map<string, FakeBoards>
  /** Uploads by file reference id. */
  files: Map<string, { key: string; part: RecordedPart }[]>
  /** Inquiries taken, each idempotency key once; without a key, every one. */
  inquiries: { key: string | null; whiteLabel: string; body: Record<string, unknown> }[]
}

export type FakeAnswer = { status: number; json: unknown } | { status: 200; file: RecordedPart }

const data = (value: unknown): FakeAnswer => ({ status: 200, json: { data: value } })
const refusal = (status: number, message: string): FakeAnswer => ({ status, json: { message } })

/** Answers one call of the spec, section 7, as a well-behaved upstream does. */
export function answerCall(call: RecordedCall, state: FakeState): FakeAnswer {
  const whiteLabel = String(call.headers['white-label'] ?? '')
  if (call.headers['site-type'] !== 'home' || whiteLabel === '')
    return refusal(400, 'site-type and white-label are required')
  const body = (call.body ?? {}) as Record<string, unknown>
  const boards = state.boards.get(whiteLabel) ?? { entries: [], categories: [] }
  const read = /^file\/read\/([^/]+)\/download$/.exec(call.path)
  if (call.method === 'GET' && read) return readFile(decodeURIComponent(read[1] ?? ''), state)
  if (call.method !== 'POST') return refusal(405, 'POST only')
  switch (call.path) {
    case 'board/selectList':
      return data(selectList(boards, body))
    case 'board/selectSubCategory':
      return data(
        boards.categories
          .filter((category) => category.group_uuid === body.group_uuid)
          .map(({ group_uuid: _group, ...category }) => category),
      )
    case 'board/selectDetail': {
      const entry = boards.entries.find((candidate) => String(candidate.board_uuid) === body.board_uuid)
      return data(entry ?? null)
    }
    case 'board/inquiry':
      return takeInquiry(call, whiteLabel, body, state)
    case 'file/upload':
      return upload(call, state)
    case 'file/select': {
      const files = state.files.get(String(body.file_id))
      return files
        ? data(files.map(({ key, part }) => ({ file_key: key, file_name: part.filename })))
        : refusal(404, 'no such file_id')
    }
    default:
      return refusal(404, `no such call: ${call.path}`)
  }
}

function selectList({ entries }: FakeBoards, body: Record<string, unknown>): unknown[] {
  const categories = (body.sub_category_id as unknown[] | undefined) ?? []
  const search = String(body.search_text ?? '').toLowerCase()
  return entries
    .filter((entry) => entry.group_uuid === body.group_uuid)
    .filter((entry) => categories.length === 0 || categories.map(String).includes(String(entry.sub_category_id)))
    .filter((entry) => `${entry.subject} ${entry.contents}`.toLowerCase().includes(search))
    .toSorted((a, b) => b.create_date.localeCompare(a.create_date))
    .map(({ contents: _contents, group_uuid: _group, sub_category_id: _category, ...row }) => row)
}

function takeInquiry(
  call: RecordedCall,
  whiteLabel: string,
  body: Record<string, unknown>,
  state: FakeState,
): FakeAnswer {
  const key = typeof call.headers['idempotency-key'] === 'string' ? call.headers['idempotency-key'] : null
  const known = key !== null && state.inquiries.some((inquiry) => inquiry.key === key)
  if (!known) state.inquiries.push({ key, whiteLabel, body })
  return data({ result: 'ok' })
}

function upload(call: RecordedCall, state: FakeState): FakeAnswer {
  const files = call.parts.filter((part) => part.filename !== null)
  if (files.length === 0) return refusal(400, 'no file')
  const id = randomUUID()
  state.files.set(
    id,
    files.map((part) => ({ key: randomUUID(), part })),
  )
  return data(id)
}

function readFile(key: string, state: FakeState): FakeAnswer {
  const found = [...state.files.values()].flat().find((file) => file.key === key)
  return found ? { status: 200, file: found.part } : refusal(404, 'no such file')
}
