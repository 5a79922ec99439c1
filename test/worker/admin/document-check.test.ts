import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { embeddedKey } from '../../../functions/upstream/embedded/file.ts'
import { applyMigrations, migrationNames, withLocalState } from '../../../functions/cli/local-state.ts'
import type { Receipt } from '../../../functions/contract/inquiry-body.ts'
import type { Problem } from '../../../functions/contract/problem.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { BOMB_PDF, NAMES_PDF, PLAIN_PDF, SCRIPTED_PDF } from '../../support/pdf-files.ts'
import { postForm, SALES_FORM } from '../../support/posted-form.ts'
import { siteWithUpstream } from '../../support/site-with-upstream.ts'
import { embeddedSite } from '../../support/shared-sites.ts'
import type { Site } from '../../support/site.ts'
import { SALES, sendInquiry, upload, valueOf } from '../../support/visitor-calls.ts'

/* What an operator is told of files that may run something, on the real workerd, with whole and with hostile documents. */
const SCRIPTS = 'This PDF contains JavaScript.'
const UNCHECKED = 'This file was not checked.'
const PATIENT = { timeout: 60_000, interval: 250 }

const file = (bytes: Uint8Array<ArrayBuffer>, name = 'a.pdf') => new File([bytes], name)
const receiptOf = async (answer: Response) => ((await answer.json()) as { data: Receipt }).data.receipt
const pageOf = (receipt: string) => `/admin/inquiries/${receipt}`
/** What the page says of each file, by name. */
async function saidOf(operator: Operator, receipt: string, language: 'ko' | 'en' = 'en'): Promise<Map<string, string>> {
  const answer = await operator.get(pageOf(receipt), language)
  expect(answer.status).toBe(200)
  const text = (await answer.text()).replaceAll(/<span class="muted nowrap"> [\d.]+ [KM]?B<\/span>/g, '')
  const items = text.matchAll(/<li><a href="[^"]*\/files\/[^"]*" download="">([^<]*)<\/a>(.*?)<\/li>/g)
  return new Map([...items].map(([, name = '', rest = '']) => [name, rest.replace(/<[^>]*>/g, '').trim()]))
}

describe('a file that the embedded upstream has', () => {
  const served = embeddedSite()
  let site: Site
  let operator: Operator
  beforeAll(async () => {
    site = served.site
    operator = await signIn(site)
  })

  const uploaded = async (...files: File[]) =>
    String(((await (await upload(site, files)).json()) as { data: string }).data)
  const send = async (reference: string) => receiptOf(await sendInquiry(site, { ...SALES, file_ref_id: reference }))
  const keysOf = async (reference: string) =>
    (
      await site.env.DB.prepare('SELECT file_key FROM file WHERE file_ref_id = ? ORDER BY position')
        .bind(valueOf(reference))
        .all<{ file_key: string }>()
    ).results.map(({ file_key }) => file_key)
  const found = (key = '') =>
    site.env.DB.prepare('SELECT found FROM file_check WHERE file_key = ?').bind(key).first<string>('found')

  test('has its warning where a script is in an object stream only, and none where there is nothing', async () => {
    const receipt = await send(await uploaded(file(SCRIPTED_PDF, 'scripted.pdf'), file(PLAIN_PDF, 'plain.pdf')))
    await expect.poll(async () => (await saidOf(operator, receipt)).get('plain.pdf'), PATIENT).toBe('')
    expect((await saidOf(operator, receipt)).get('scripted.pdf')).toContain(SCRIPTS)
  })

  test('has it too where it came in the same form post', async () => {
    const answer = await postForm(site, '/support/request', {
      ...SALES_FORM,
      files: [file(PLAIN_PDF, 'plain.pdf'), file(SCRIPTED_PDF, 'scripted.pdf')],
    })
    const receipt = new URL(answer.headers.get('location') ?? '', 'http://x').searchParams.get('receipt') ?? ''
    await expect.poll(async () => (await saidOf(operator, receipt)).get('scripted.pdf'), PATIENT).toContain(SCRIPTS)
    expect((await saidOf(operator, receipt)).get('plain.pdf')).toBe('')
  })

  test.each([
    ['seems to begin object streams for 1.5 MB', NAMES_PDF],
    ['inflates from 64 KB to 63 MB', BOMB_PDF],
  ])('is not checked where it %s; the site answers meanwhile, and the inquiry opens', async (_, hostile) => {
    const receipt = await send(await uploaded(file(hostile, 'hostile.pdf'), file(SCRIPTED_PDF, 'next.pdf')))
    const [said, ...healthy] = await Promise.all([
      saidOf(operator, receipt),
      ...Array.from({ length: 5 }, () => site.fetch('/healthz')),
    ])
    expect(said.get('hostile.pdf')).toContain(UNCHECKED)
    expect(healthy.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    // The check of the next file comes after it.
    await expect.poll(async () => (await saidOf(operator, receipt)).get('next.pdf'), PATIENT).toContain(SCRIPTS)
    expect((await saidOf(operator, receipt)).get('hostile.pdf')).toContain(UNCHECKED)
    expect((await saidOf(operator, receipt, 'ko')).get('hostile.pdf')).toContain('검사하지 않은 파일입니다.')
  })

  test('is never checked again where its check has begun before', async () => {
    const reference = await uploaded(file(SCRIPTED_PDF, 'first.pdf'), file(SCRIPTED_PDF, 'second.pdf'))
    const [first, second] = await keysOf(reference)
    await site.env.DB.prepare("INSERT INTO file_check (file_key, found) VALUES (?, 'unchecked')").bind(first).run()
    const receipt = await send(reference)
    await expect.poll(() => found(second), PATIENT).toBe('scripts')
    expect(await found(first)).toBe('unchecked')
    expect((await saidOf(operator, receipt)).get('first.pdf')).toContain(UNCHECKED)
  })

  test('is read by no page: what is said is stored, and a file of an older build was not checked', async () => {
    const reference = await uploaded(file(SCRIPTED_PDF, 'old.pdf'), file(SCRIPTED_PDF, 'new.pdf'))
    const [old, recent] = await keysOf(reference)
    const receipt = await send(reference)
    await expect.poll(() => found(recent), PATIENT).toBe('scripts')
    await site.env.DB.prepare('DELETE FROM file_check WHERE file_key = ?').bind(old).run()
    await site.env.FILES.delete([`files/${old}`, `files/${recent}`])
    const said = await saidOf(operator, receipt)
    expect([said.get('old.pdf'), said.get('new.pdf')]).toEqual([
      expect.stringContaining(UNCHECKED),
      expect.stringContaining(SCRIPTS),
    ])
    expect(await found(old)).toBeNull()
  })

  test('is known by the key that it had while it was only staged, and is forgotten with its inquiry', async () => {
    const reference = await uploaded(file(PLAIN_PDF, '1.pdf'), file(SCRIPTED_PDF, '2.pdf'))
    const uploadId = (await (await site.env.FILES.get(`refs/${valueOf(reference)}`))?.text()) ?? ''
    const keys = await keysOf(reference)
    expect(keys).toEqual([embeddedKey(uploadId, 0), embeddedKey(uploadId, 1)])
    const receipt = await send(reference)
    await expect.poll(() => found(keys[1]), PATIENT).toBe('scripts')
    await site.scheduled(new Date())
    expect(await found(keys[1])).toBe('scripts')
    expect((await operator.call('DELETE', `/api${pageOf(receipt)}`)).status).toBe(200)
    expect([await found(keys[0]), await found(keys[1])]).toEqual([null, null])
  })
})

describe('with a remote upstream', () => {
  const served = siteWithUpstream({ ADMIN_TOKEN })
  let operator: Operator
  beforeAll(async () => {
    operator = await signIn(served.site)
  })
  const checks = async () =>
    (await served.site.env.DB.prepare('SELECT found FROM file_check').all<{ found: string }>()).results
  const waits = (receipt: string) =>
    expect.poll(async () => (await operator.get(pageOf(receipt))).status, PATIENT).toBe(200)

  test('a staged file has its warning while it waits, and is forgotten after it was delivered', async () => {
    served.upstream.faults.set('*', { kind: 'status', status: 503 })
    const { held } = (await (await upload(served.site, [file(SCRIPTED_PDF)])).json()) as Problem
    const receipt = await receiptOf(await sendInquiry(served.site, { ...SALES, held_files: [held] }))
    await waits(receipt)
    await expect.poll(async () => (await saidOf(operator, receipt)).get('a.pdf'), PATIENT).toContain(SCRIPTS)
    await served.site.scheduled(new Date())
    expect((await saidOf(operator, receipt)).get('a.pdf')).toContain(SCRIPTS)

    served.upstream.faults.clear()
    await operator.post(pageOf(receipt), { action: 'send-again' })
    await vi.waitFor(() => expect(served.upstream.inquiries).toHaveLength(1), PATIENT)
    await vi.waitFor(async () => expect((await served.site.env.FILES.list()).objects).toEqual([]), PATIENT)
    await served.site.scheduled(new Date())
    expect(await checks()).toEqual([])
  })

  test('a file that the upstream has was not checked, and is not fetched back', async () => {
    const { data } = (await (await upload(served.site, [file(SCRIPTED_PDF)])).json()) as { data: string }
    served.upstream.faults.set('board/inquiry', { kind: 'status', status: 503 })
    const receipt = await receiptOf(await sendInquiry(served.site, { ...SALES, file_ref_id: data }))
    await waits(receipt)
    expect((await saidOf(operator, receipt)).get('a.pdf')).toContain(UNCHECKED)
    expect(served.upstream.calls.filter(({ path }) => path.startsWith('file/read'))).toEqual([])
    expect(await checks()).toEqual([])
  })
})

test('what an older build found in no PDF is forgotten, because it could not look into all of one', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'vcp-x-checks-'))
  try {
    await withLocalState(stateDir, async ({ DB }) => {
      const names = await migrationNames()
      await applyMigrations(DB, names.slice(0, names.indexOf('0015_document_check.sql')))
      const rows: [key: string, type: string, found: string][] = [
        ['a', 'application/pdf', ''],
        ['b', 'application/pdf', 'scripts'],
        ['c', 'application/msword', ''],
        ['d', 'application/msword', 'macros'],
      ]
      for (const [key, type, found] of rows)
        await DB.batch([
          DB.prepare(
            'INSERT INTO file (file_key, file_ref_id, position, file_name, media_type, received_at) VALUES (?, ?, 0, ?, ?, ?)',
          ).bind(key, key, key, type, new Date().toISOString()),
          DB.prepare('INSERT INTO file_check (file_key, found) VALUES (?, ?)').bind(key, found),
        ])
      await applyMigrations(DB)
      const { results } = await DB.prepare('SELECT file_key FROM file_check ORDER BY file_key').all()
      expect(results).toEqual([{ file_key: 'b' }, { file_key: 'c' }, { file_key: 'd' }])
    })
  } finally {
    await rm(stateDir, { recursive: true, force: true })
  }
})
