import { afterEach, expect, test, vi } from 'vitest'
import type { Env } from '../../../../functions/env.ts'
import { FileStoreTimeoutError } from '../../../../functions/errors.ts'
import { PostedForm } from '../../../../functions/inquiry/posted-form.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'
import { PROPOSAL_FORM } from '../../../support/posted-form.ts'

afterEach(() => vi.useRealTimers())

const unanswered = () => new Promise<never>(() => undefined)

test.each([
  ['in time', { put: unanswered }, FileStoreTimeoutError],
  ['in time, nor deleted', { put: unanswered, list: unanswered, delete: unanswered }, FileStoreTimeoutError],
  ['because R2 fails', { put: () => Promise.reject(new Error('put: internal error (10001)')) }, Error],
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
    const env = {
      DB: new SqliteD1().binding,
      FILES: {
        list: async () => ({ objects: [] }),
        delete: async () => undefined,
        ...r2,
      },
      FORM_LIMIT: limit,
      INQUIRY_LIMIT: limit,
      UPLOAD_LIMIT: limit,
      UPLOAD_BYTES_LIMIT: limit,
    } as unknown as Env
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
