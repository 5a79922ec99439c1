import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FileRecord } from '../../functions/contract/attachments.ts'
import type { Problem } from '../../functions/contract/problem.ts'
import { withinOneMinute } from '../support/clock.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { NIL_UUID } from '../../functions/contract/attachments.ts'
import { DOCX, ENCRYPTED, EXE, JPG, MSI, pdf, PNG, ZIP } from '../support/sample-files.ts'
import { type Site, startSite } from '../support/site.ts'
import { newClient, upload, valueOf } from '../support/visitor-calls.ts'

const MEGABYTE = 1_048_576
const data = async <T>(answer: Response): Promise<T> => ((await answer.json()) as { data: T }).data
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const objectKeys = async (site: Site) => (await site.env.FILES.list()).objects.map(({ key }) => key)
const empty = async (site: Site) => {
  for (const key of await objectKeys(site)) await site.env.FILES.delete(key)
}

describe('an upload', () => {
  let upstream: FakeUpstream
  let site: Site

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    site = await startSite({ upstream: upstream.origin, vars: { UPSTREAM_TIMEOUT_MS: '3000' } })
  })
  afterEach(async () => {
    upstream.faults.clear()
    upstream.calls.length = 0
    await empty(site)
  })
  afterAll(async () => {
    await site.close()
    await upstream.close()
  })

  test('reaches the upstream as one request with the fields of the specification, byte for byte, and stays staged', async () => {
    const files = [pdf('제안서 "최종".pdf', 300_000), new File([PNG], 'b.PNG'), new File([DOCX], 'c.docx')]
    const answer = await upload(site, files)
    expect(answer.status).toBe(200)
    const reference = await data<string>(answer)
    expect([...upstream.files.keys()]).toContain(valueOf(reference))
    const [call, ...others] = upstream.callsOf('file/upload')
    expect(others).toEqual([])
    expect(call?.headers).toMatchObject({
      'site-type': 'home',
      'white-label': 'default',
      'x-request-id': answer.headers.get('x-request-id'),
    })
    expect(call?.parts.filter(({ filename }) => filename === null).map(({ name, text }) => [name, text])).toEqual([
      ['company_id', NIL_UUID],
      ['file_id', ''],
      ['acl', 'private'],
    ])
    const sent = call?.parts.filter(({ filename }) => filename !== null) ?? []
    expect(sent.map(({ filename }) => filename?.replaceAll('%22', '"'))).toEqual([
      '제안서 "최종".pdf',
      'b.PNG',
      'c.docx',
    ])
    expect(sent.map(({ type }) => type)).toEqual([
      'application/pdf',
      'image/png',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ])
    expect(sent.map(({ bytes }) => digest(bytes))).toEqual(
      await Promise.all(files.map(async (file) => digest(new Uint8Array(await file.arrayBuffer())))),
    )
    expect((await objectKeys(site)).filter((key) => key.startsWith('files/'))).toHaveLength(3)
  })

  test.each([
    ['a document', new File([DOCX], 'a.docx')],
    ['an encrypted document', new File([ENCRYPTED], 'a.docx')],
    ['an encrypted sheet', new File([ENCRYPTED], 'a.xlsx')],
    ['an old document', new File([ENCRYPTED], 'A.DOC')],
    ['a photo', new File([JPG], 'a.b.jpeg')],
  ])('of %s is accepted', async (_, file) => {
    expect((await upload(site, [file])).status).toBe(200)
  })

  test.each([
    ['pdf-newline-before-header.pdf', '견적.pdf', '견적.pdf'],
    ['xlsx-poi-sxssf-layout.xlsx', '보고서.xlsx', '보고서.xlsx'],
    ['pdf-newline-before-header.pdf', '스캔된 문서', '스캔된 문서.pdf'],
    ['xlsx-poi-sxssf-layout.xlsx', '보고서 2026.11', '보고서 2026.11.xlsx'],
  ])('takes the samples of real files: %s as %s', async (sample, name, named) => {
    const bytes = readFileSync(new URL(`../support/cases/${sample}`, import.meta.url))
    const answer = await upload(site, [new File([bytes], name)])
    expect(answer.status).toBe(200)
    expect(JSON.stringify(upstream.calls)).toContain(named)
  })

  test('of a file that an Office program has to save again says so', async () => {
    const answer = await upload(site, [new File(['<html><table><tr><td>1'], '목록.xls')])
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({
      detail: expect.stringContaining('save it again as .xlsx'),
      errors: [{ field: '목록.xls', message: 'file-save-again' }],
    })
  })

  test.each([
    ['a program', new File([EXE], 'setup.exe')],
    ['a renamed program', new File([EXE], 'report.pdf')],
    ['a renamed archive', new File([ZIP], 'report.docx')],
    ['a renamed installer', new File([MSI], 'report.doc')],
    ['a PDF with the extension of a picture', pdf('a.png', 500)],
    ['an empty file', new File([], 'a.pdf')],
    ['an HTML page', new File(['<script>alert(1)</script>'], 'a.html')],
    ['a name that is only an extension', pdf('.pdf', 100)],
    ['two extensions', pdf('a.pdf.exe', 100)],
  ])('with %s is refused, and nothing is stored', async (_, file) => {
    const answer = await upload(site, [pdf('good.pdf', 100), file])
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({ code: 'file-type', status: 415 })
    expect(upstream.calls).toEqual([])
    expect(await objectKeys(site)).toEqual([])
  })

  test('of one file over 20 MB, or of more than 51 MB, is refused while it arrives', async () => {
    const one = await upload(site, [pdf('big.pdf', 20 * MEGABYTE + 1)])
    expect([one.status, ((await one.json()) as Problem).code]).toEqual([413, 'too-large'])
    const many = await upload(
      site,
      ['a', 'b', 'c'].map((name) => pdf(`${name}.pdf`, 18 * MEGABYTE)),
    )
    expect(many.status).toBe(413)
    expect(upstream.calls).toEqual([])
    expect(await objectKeys(site)).toEqual([])
    // The fake upstream may miss its deadline on a busy machine.
    expect([200, 504]).toContain((await upload(site, [pdf('just.pdf', 20 * MEGABYTE)])).status)
  })

  test.each([
    ['no file', [], {}, 'files'],
    ['another company', [pdf('a.pdf', 50)], { company_id: 'other' }, 'company_id'],
    ['a file id', [pdf('a.pdf', 50)], { file_id: 'x' }, 'file_id'],
    ['public access', [pdf('a.pdf', 50)], { acl: 'public' }, 'acl'],
  ])('with %s is a 400', async (_, files, fields, field) => {
    const answer = await upload(site, files, { fields })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ errors: [{ field }] })
    expect(await objectKeys(site)).toEqual([])
  })

  test.each([
    ['JSON', '{}', 'application/json'],
    ['nothing', '', 'multipart/form-data; boundary=x'],
    [
      'half a body',
      '--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF',
      'multipart/form-data; boundary=x',
    ],
    ['a part without a name', '--x\r\n\r\nhello\r\n--x--\r\n', 'multipart/form-data; boundary=x'],
    ['no boundary', 'x', 'multipart/form-data'],
  ])('of %s is a 400', async (_, body, type) => {
    const answer = await site.fetch('/api/file/upload', {
      method: 'POST',
      body,
      headers: { 'content-type': type, cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't' },
    })
    expect(answer.status).toBe(400)
    expect(await objectKeys(site)).toEqual([])
  })

  test('without CSRF proof, or from another origin, is refused', async () => {
    for (const headers of [{ 'x-xsrf-token': 'other' }, { cookie: '' }, { origin: 'https://evil.example' }] as Record<
      string,
      string
    >[]) {
      expect((await upload(site, [pdf('a.pdf', 50)], { headers })).status).toBe(403)
    }
    // Large enough that the client is still sending when the answer is known.
    expect((await upload(site, [pdf('large.pdf', 15 * MEGABYTE)], { headers: { cookie: '' } })).status).toBe(403)
    expect(await objectKeys(site)).toEqual([])
  })

  test('of six files is refused, as on the page', async () => {
    const six = Array.from({ length: 6 }, (_, at) => pdf(`${at}.pdf`, 20))
    const answer = await upload(site, six)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ errors: [{ field: 'files' }] })
    expect(await objectKeys(site)).toEqual([])
  })

  test('of more than sixty files a minute is refused', async () => {
    const five = Array.from({ length: 5 }, (_, at) => pdf(`${at}.pdf`, 20))
    const statuses = await withinOneMinute(async () => {
      const headers = { 'cf-connecting-ip': newClient() }
      const answers: number[] = []
      for (let count = 0; count < 13; count++) answers.push((await upload(site, five, { headers })).status)
      return answers
    })
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429])
  })

  test.each([
    [{ kind: 'hang' }, 504, 'upstream-timeout'],
    [{ kind: 'status', status: 500 }, 502, 'upstream-failed'],
    [{ kind: 'reset' }, 502, 'upstream-failed'],
    [{ kind: 'garbage', as: 'html' }, 502, 'upstream-failed'],
  ] as const)('that fails with %o stays staged, and the answer has its id', async (fault, status, code) => {
    upstream.faults.set('file/upload', fault)
    const answer = await upload(site, [pdf('a.pdf', 100_000), pdf('b.pdf', 50)])
    expect(answer.status).toBe(status)
    const problem = (await answer.json()) as Problem
    expect(problem).toMatchObject({ code, held: expect.stringMatching(/^[0-9a-f-]{36}\./) })
    expect(await objectKeys(site)).toEqual([`files/${valueOf(problem.held)}/000`, `files/${valueOf(problem.held)}/001`])
  })

  test('can be looked up and downloaded, as an attachment', async () => {
    const file = pdf('분기 보고서.pdf', 70_000)
    const reference = await data<string>(await upload(site, [file]))
    const [record] = await data<FileRecord[]>(await site.call('file/select', { file_id: reference }))
    expect(record?.file_name).toBe('분기 보고서.pdf')
    const answer = await site.fetch(`/api/file/read/${record?.file_key}/download`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="__ ___.pdf"; filename*=UTF-8''${encodeURIComponent('분기 보고서.pdf')}`,
    )
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(digest(new Uint8Array(await answer.arrayBuffer()))).toBe(digest(new Uint8Array(await file.arrayBuffer())))
  })

  test.each(['..', '%2e%2e', 'a%2Fb', '%00', 'x'.repeat(200), 'unknown'])('with the key %s is a 404', async (key) => {
    expect((await site.fetch(`/api/file/read/${key}/download`)).status).toBe(404)
  })
})
