import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FileRecord } from '../../functions/contract/attachments.ts'
import type { Receipt } from '../../functions/contract/inquiry-body.ts'
import type { Problem } from '../../functions/contract/problem.ts'
import { withinOneMinute } from '../support/clock.ts'
import { EXE, pdf } from '../support/sample-files.ts'
import { remoteSite } from '../support/shared-sites.ts'
import { newClient, SALES, sendInquiry, upload, valueOf } from '../support/visitor-calls.ts'

const MEGABYTE = 1_048_576
const PATIENT = { timeout: 60_000, interval: 250 }
const DAY_MS = 24 * 3_600_000
const data = async <T>(answer: Response): Promise<T> => ((await answer.json()) as { data: T }).data

describe('a file that is staged while the visitor writes on', () => {
  const both = remoteSite()
  const objectKeys = async (prefix = '') => (await both.site.env.FILES.list({ prefix })).objects.map(({ key }) => key)
  afterEach(async () => {
    for (const key of await objectKeys()) await both.site.env.FILES.delete(key)
  })
  const stage = async (name: string, bytes = 3000) =>
    data<string>(await upload(both.site, [pdf(name, bytes)], { headers: { 'x-upload': 'stage' } }))
  const namesUpstream = (reference: string) =>
    both.upstream.files.get(valueOf(reference))?.map(({ part }) => part.filename)

  test('is checked and kept at the edge; the upstream hears nothing', async () => {
    expect(await stage('a.pdf')).toMatch(/^[0-9a-f-]{36}\./)
    expect(await objectKeys('held/')).toHaveLength(1)
    expect(both.upstream.calls).toEqual([])
    const headers = { 'x-upload': 'stage' }
    const refused = await upload(both.site, [new File([EXE], 'a.pdf')], { headers })
    expect(refused.status).toBe(415)
    expect((await upload(both.site, [pdf('big.pdf', 20 * MEGABYTE + 1)], { headers })).status).toBe(413)
    expect(await objectKeys('held/')).toHaveLength(1)
  })

  test('alone goes upstream by its id, as one request, and its bytes are not copied', async () => {
    const id = await stage('제안서.pdf')
    const reference = await data<string>(await upload(both.site, [], { staged: [id] }))
    expect(both.upstream.callsOf('file/upload')).toHaveLength(1)
    expect(namesUpstream(reference)).toEqual(['제안서.pdf'])
    expect(await objectKeys('held/')).toHaveLength(1)
  })

  test('goes with others and with files that come only now, as one request in the order given', async () => {
    const [a, b] = [await stage('a.pdf'), await stage('b.pdf', 6 * MEGABYTE)]
    const reference = await data<string>(await upload(both.site, [pdf('c.pdf', 2000)], { staged: [b, a] }))
    const [call, ...others] = both.upstream.callsOf('file/upload')
    expect(others).toEqual([])
    expect(namesUpstream(reference)).toEqual(['b.pdf', 'a.pdf', 'c.pdf'])
    const sent = call?.parts.filter(({ filename }) => filename !== null) ?? []
    expect(sent.map(({ bytes }) => bytes.length)).toEqual([6 * MEGABYTE, 3000, 2000])
    expect(call?.parts.filter(({ filename }) => filename === null).map(({ name }) => name)).toEqual([
      'company_id',
      'file_id',
      'acl',
    ])
    const select = await both.site.fetch('/api/file/select', {
      method: 'POST',
      body: JSON.stringify({ file_id: reference }),
      headers: { 'content-type': 'application/json' },
    })
    expect((await data<FileRecord[]>(select)).map(({ file_name }) => file_name)).toEqual(['b.pdf', 'a.pdf', 'c.pdf'])
  })

  test('is deleted with its copies once the inquiry is delivered', async () => {
    const staged = [await stage('a.pdf'), await stage('b.pdf')]
    const reference = await data<string>(await upload(both.site, [], { staged }))
    expect(await objectKeys('held/')).toHaveLength(4)
    expect((await sendInquiry(both.site, { ...SALES, file_ref_id: reference })).status).toBe(200)
    await vi.waitFor(async () => expect(await objectKeys()).toEqual([]), PATIENT)
  })

  test('is held with the others where the upstream fails, and the same request can be repeated', async () => {
    const staged = [await stage('a.pdf'), await stage('b.pdf')]
    both.upstream.faults.set('file/upload', { kind: 'status', status: 503 })
    const problem = (await (await upload(both.site, [], { staged })).json()) as Problem
    expect(problem.held).toMatch(/^[0-9a-f-]{36}\./)
    expect(((await (await upload(both.site, [], { staged })).json()) as Problem).held).toBeTruthy()
    const { receipt, state } = await data<Receipt>(
      await sendInquiry(both.site, { ...SALES, held_files: [problem.held] }),
    )
    expect(state).toBe('queued')
    both.upstream.faults.clear()
    await vi.waitFor(() => expect(both.upstream.inquiries).toHaveLength(1), PATIENT)
    expect(namesUpstream(String(both.upstream.inquiries[0]?.body.file_ref_id))).toEqual(['a.pdf', 'b.pdf'])
    expect(receipt).toBeTruthy()
  })

  test('is its visitor’s only, and no other text stands for it', async () => {
    const id = await stage('a.pdf')
    const reference = await data<string>(await upload(both.site, [], { staged: [id] }))
    const other = { cookie: 'XSRF-TOKEN=other', 'x-xsrf-token': 'other' }
    const refused = [
      await upload(both.site, [], { staged: [id], headers: other }),
      await upload(both.site, [], { staged: [id], host: 'partner-a.example' }),
      await upload(both.site, [], { staged: [valueOf(id)] }),
      await upload(both.site, [], { staged: [reference] }),
      await upload(both.site, [], { staged: [''] }),
    ]
    for (const answer of refused) {
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ errors: [{ field: 'staged' }] })
    }
  })

  test('counts towards the limits of one upload and of one minute', async () => {
    const three = [await stage('a.pdf', 18 * MEGABYTE), await stage('b.pdf', 18 * MEGABYTE)]
    three.push(await stage('c.pdf', 18 * MEGABYTE))
    expect((await upload(both.site, [], { staged: three })).status).toBe(413)
    const small = await stage('d.pdf')
    const { statuses, refused } = await withinOneMinute(async () => {
      const client = newClient()
      // The first of the 60 are taken from the binding itself: a busy machine may need longer than a minute for as many uploads.
      for (let taken = 0; taken < 57; taken++) await both.site.env.UPLOAD_LIMIT.limit({ key: client })
      const one = async () =>
        (await upload(both.site, [], { staged: [small], headers: { 'cf-connecting-ip': client } })).status
      return { statuses: [await one(), await one(), await one()], refused: await one() }
    })
    expect([statuses, refused]).toEqual([[200, 200, 200], 429])
  })

  test('costs its megabytes again whenever it is named, by an upload or an inquiry', async () => {
    let accepted = 0
    const statuses = await withinOneMinute(async () => {
      const headers = { 'cf-connecting-ip': newClient() }
      // 8 of the 200 are left.
      for (let taken = 0; taken < 192; taken++)
        await both.site.env.UPLOAD_BYTES_LIMIT.limit({ key: headers['cf-connecting-ip'] })
      const stage = async () =>
        data<string>(
          await upload(both.site, [pdf('a.pdf', 2 * MEGABYTE)], { headers: { ...headers, 'x-upload': 'stage' } }),
        )
      const staged = [await stage()]
      const name = async () => (await upload(both.site, [], { staged, headers })).status
      const inquire = async (subject: string) => {
        const answer = await sendInquiry(both.site, { ...SALES, subject, held_files: staged }, { headers })
        accepted += Number(answer.ok)
        return answer.status
      }
      both.upstream.faults.set('board/inquiry', { kind: 'status', status: 503 })
      return [await name(), await name(), await inquire('first'), await name(), await inquire('second')]
    })
    expect(statuses).toEqual([200, 200, 202, 429, 429])
    both.upstream.faults.clear()
    await both.site.endPauses()
    await vi.waitFor(() => expect(both.upstream.inquiries).toHaveLength(accepted), PATIENT)
  })

  const discard = (id: string, headers: Record<string, string> = {}) =>
    upload(both.site, [], { staged: [id], headers: { 'x-upload': 'discard', ...headers } })

  test('and removed is destroyed at once, by its visitor alone', async () => {
    const [removed, kept] = [await stage('a.pdf'), await stage('b.pdf')]
    const other = { cookie: 'XSRF-TOKEN=other', 'x-xsrf-token': 'other' }
    expect((await discard(removed, other)).status).toBe(400)
    expect((await discard(valueOf(removed))).status).toBe(400)
    expect(await objectKeys('held/')).toHaveLength(2)
    for (let round = 0; round < 2; round++) {
      const answer = await discard(removed)
      expect([answer.status, await answer.json()]).toEqual([200, { data: null }])
    }
    expect(await objectKeys('held/')).toEqual([expect.stringContaining(valueOf(kept))])
    expect(both.upstream.calls).toEqual([])
    const gone = await upload(both.site, [], { staged: [removed] })
    expect(gone.status).toBe(400)
  })

  test('is removed by one client 300 times a minute', async () => {
    const id = await stage('a.pdf')
    const statuses = await withinOneMinute(async () => {
      const headers = { 'x-upload': 'discard', 'cf-connecting-ip': newClient() }
      for (let taken = 0; taken < 297; taken++)
        await both.site.env.FILE_LIMIT.limit({ key: headers['cf-connecting-ip'] })
      const last = await upload(both.site, [], { staged: [id, id, id], headers })
      return [last.status, (await upload(both.site, [], { staged: [id], headers })).status]
    })
    expect(statuses).toEqual([200, 429])
  })

  test('is not destroyed by its visitor once an accepted inquiry waits for it', async () => {
    const id = await stage('a.pdf')
    both.upstream.faults.set('*', { kind: 'status', status: 503 })
    const problem = (await (await upload(both.site, [], { staged: [id] })).json()) as Problem
    await sendInquiry(both.site, { ...SALES, held_files: [problem.held] })
    expect((await discard(id)).status).toBe(200)
    expect(await objectKeys('held/')).toHaveLength(1)
    both.upstream.faults.clear()
    await both.site.endPauses()
    await vi.waitFor(() => expect(both.upstream.inquiries).toHaveLength(1), PATIENT)
    expect(namesUpstream(String(both.upstream.inquiries[0]?.body.file_ref_id))).toEqual(['a.pdf'])
  })

  test('and never sent is destroyed within a day', async () => {
    const id = await stage('a.pdf')
    await both.site.scheduled(new Date())
    expect(await objectKeys('held/')).toHaveLength(1)
    await both.site.scheduled(new Date(Date.now() + DAY_MS - 50 * 60_000))
    expect(await objectKeys('held/')).toEqual([])
    const gone = await upload(both.site, [], { staged: [id] })
    expect(gone.status).toBe(400)
    expect(await gone.json()).toMatchObject({ errors: [{ field: 'staged' }] })
  })
})
