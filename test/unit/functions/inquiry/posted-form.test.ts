import { afterEach, expect, test, vi } from 'vitest'
import type { Env } from '../../../../functions/env.ts'
import { FileStoreTimeoutError } from '../../../../functions/errors.ts'
import { PostedForm } from '../../../../functions/inquiry/posted-form.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'
import { PROPOSAL_FORM } from '../../../support/posted-form.ts'

afterEach(() => vi.useRealTimers())

test('a form whose file is not stored in time keeps everything that was typed, also behind the file', async () => {
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
      put: () => new Promise(() => undefined),
      list: async () => ({ objects: [] }),
      delete: async () => undefined,
    },
    FORM_LIMIT: limit,
    INQUIRY_LIMIT: limit,
    UPLOAD_LIMIT: limit,
    UPLOAD_BYTES_LIMIT: limit,
  } as unknown as Env
  const posted = new PostedForm('partnership', new Request('http://www.example/', { method: 'POST', body: form }))
  const read = expect(posted.read(env)).rejects.toBeInstanceOf(FileStoreTimeoutError)
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
  for (let waited = 0; waited < 20; waited++) {
    await vi.advanceTimersByTimeAsync(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await read
  expect(posted.values).toMatchObject({
    subject,
    company_name: PROPOSAL_FORM.company_name,
    inquiry_mail: PROPOSAL_FORM.inquiry_mail,
  })
})
