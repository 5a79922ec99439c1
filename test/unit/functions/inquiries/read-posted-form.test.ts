import { afterEach, expect, test, vi } from 'vitest'
import { withDeadlines } from '../../../../functions/deadlines/bindings.ts'
import { MEGABYTE } from '../../../../functions/contract/attachments.ts'
import type { Env } from '../../../../functions/env.ts'
import { BusyError, UpstreamFailedError, UpstreamTimeoutError } from '../../../../functions/errors.ts'
import { takeMemory } from '../../../../functions/http/memory-limit.ts'
import { PostedForm } from '../../../../functions/inquiries/read-posted-form.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'
import { PROPOSAL_FORM, SALES_FORM } from '../../../support/posted-form.ts'

afterEach(() => vi.useRealTimers())

const unanswered = (): Promise<never> => new Promise(() => undefined)

test.each([
  ['in time', { put: unanswered }, UpstreamTimeoutError],
  ['in time, nor deleted', { put: unanswered, list: unanswered, delete: unanswered }, UpstreamTimeoutError],
  ['because R2 fails', { put: () => Promise.reject(new Error('put: internal error (10001)')) }, UpstreamFailedError],
])(
  'a form whose file is not stored %s keeps everything that was typed, also behind the file',
  async (_, r2, failure) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { subject, ...behind } = PROPOSAL_FORM
    const form = new FormData()
    form.append('subject', subject)
    form.append('proposal_file', new File(['%PDF-1.7\n'], 'a.pdf'))
    for (const [name, value] of Object.entries(behind)) form.append(name, value)
    const limit = { limit: async () => ({ success: true }) }
    const env = withDeadlines({
      DB: new SqliteD1().binding,
      FILES: {
        list: async () => ({ objects: [] }),
        delete: async (): Promise<void> => undefined,
        ...r2,
      },
      FORM_LIMIT: limit,
      INQUIRY_LIMIT: limit,
      UPLOAD_LIMIT: limit,
    }) as unknown as Env
    const posted = new PostedForm('partnership', new Request('http://www.example/', { method: 'POST', body: form }))
    const read = expect(posted.read(env)).rejects.toBeInstanceOf(failure)
    for (let turn = 0; turn < 100 && vi.getTimerCount() === 0; turn++)
      await new Promise((resolve) => setImmediate(resolve))
    for (let waited = 0; waited < 25; waited++) {
      await vi.advanceTimersByTimeAsync(1000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await read
    expect(posted.values).toMatchObject({
      subject,
      company_name: PROPOSAL_FORM.company_name,
      inquiry_mail: PROPOSAL_FORM.inquiry_mail,
    })
  },
)

const counts = { limit: async () => ({ success: true }) }
const stored = {
  DB: new SqliteD1().binding,
  FILES: { list: async () => ({ objects: [] }), put: async () => ({}), delete: async () => undefined },
  FORM_LIMIT: counts,
  INQUIRY_LIMIT: counts,
  UPLOAD_LIMIT: counts,
} as unknown as Env
const request = (form: FormData, headers: Record<string, string> = {}) => {
  const { headers: own, body } = new Request('http://www.example/', { method: 'POST', body: form })
  const all = { 'content-type': own.get('content-type') ?? '', ...headers }
  return new Request('http://www.example/', { method: 'POST', body, headers: all, duplex: 'half' } as RequestInit)
}

test('a form that announces more than any form may have keeps what stands before the limit', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries(PROPOSAL_FORM)) form.append(name, value)
  const posted = new PostedForm('partnership', request(form, { 'content-length': String(101 * 1_048_576) }))
  await posted.read(stored)
  expect(posted.values).toMatchObject({ subject: PROPOSAL_FORM.subject })
})

test('a form is taken where nothing counts the forms', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries(PROPOSAL_FORM)) form.append(name, value)
  const posted = new PostedForm('partnership', request(form))
  const FORM_LIMIT = { limit: () => Promise.reject(new Error('internal error')) }
  expect(await posted.read({ ...stored, FORM_LIMIT })).toMatchObject({ subject: PROPOSAL_FORM.subject })
})

test('two files whose long names agree once they are shortened are both taken, and one that is sent twice once', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries(SALES_FORM)) form.append(name, value)
  for (const end of ['1', '2', '2']) form.append('files', new File(['%PDF-1.7\n'], `${'a'.repeat(250)}${end}.pdf`))
  const posted = new PostedForm('sales', request(form))
  await posted.read(stored)
  expect(posted.uploads.get('files')?.files).toHaveLength(2)
})

test('a form whose files find no memory keeps everything that was typed, and is taken a moment later', async () => {
  const { subject, ...behind } = PROPOSAL_FORM
  const form = new FormData()
  form.append('subject', subject)
  form.append('proposal_file', new File(['%PDF-1.7\n'], 'a.pdf'))
  for (const [name, value] of Object.entries(behind)) form.append(name, value)
  const giveBack = takeMemory(60 * MEGABYTE, null)
  const posted = new PostedForm('partnership', request(form))
  await expect(posted.read(stored)).rejects.toBeInstanceOf(BusyError)
  expect(posted.values).toMatchObject({ subject, inquiry_mail: PROPOSAL_FORM.inquiry_mail })
  expect(posted.fileNames).toEqual({ proposal_file: ['a.pdf'] })
  giveBack()
  const again = new PostedForm('partnership', request(form))
  expect(await again.read(stored)).toMatchObject({ subject })
  // It has given its own back.
  takeMemory(60 * MEGABYTE, null)()
})
