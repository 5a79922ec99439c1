import { describe, expect, test, vi } from 'vitest'
// First: it stands for the modules of workerd.
import { DAY, HOUR, inquiry, MINUTE, objects, r2, siteUnderTest } from '../../../support/site-under-test.ts'
import { insertFiles, insertUpload, objectKey, setReference } from '../../../../functions/database/upload.ts'
import type { Env } from '../../../../functions/env.ts'
import { UpstreamError } from '../../../../functions/errors.ts'
import { deliverDue } from '../../../../functions/inquiries/run-due.ts'
import { filesOf, openFile } from '../../../../functions/inquiries/files.ts'
import { readInquiry } from '../../../../functions/inquiries/read-inquiry.ts'
import { destroy } from '../../../../functions/inquiries/destroy.ts'
import { listedInquiry } from '../../../support/inquiry-row.ts'
import { brand, MAIL_FROM, send, sent, taken } from '../../../support/mail-binding.ts'

/** Stages an upload as the API does, and gives its id. `isForwarded`: the own upstream has it; `reference`: what a remote one calls it. */
async function stage(
  db: D1Database,
  name: string,
  { sha256 = name, field = 'files', isForwarded = false, reference = '' } = {},
) {
  const id = crypto.randomUUID()
  await insertUpload(db, id, Date.now())
  const file = { upload_id: id, position: 0, name, media_type: 'application/pdf', size: 1, sha256, field }
  await insertFiles(db, [file])
  objects.set(objectKey(id, 0), new Uint8Array(1))
  if (isForwarded || reference) await setReference(db, id, reference || id)
  return id
}

describe('an accepted inquiry', () => {
  const site = siteUnderTest({ UPSTREAM_URL: '', MAIL: { send }, MAIL_FROM })
  const { accept, counts, rowOf, stateOf } = site

  test('is the inquiry that the own upstream has received: one row, no attempt', async () => {
    const { receipt, state } = await accept('key', { inquiry: { subject: '<b>Hello</b>' } })
    expect(state).toBe('delivered')
    expect(rowOf(receipt)).toMatchObject({ state: 'new', attempts: 0, subject: '<b>Hello</b>' })
    expect((await listedInquiry(site.env.DB, receipt))?.contents).toContain('&lt;b&gt;Hello&lt;/b&gt;')
    expect(site.upstream).not.toHaveBeenCalled()
  })

  test('is stored with its mails or not at all', async () => {
    send.mockReset().mockImplementation(taken)
    site.d1.state = 'fails'
    await expect(accept('key', {}, brand)).rejects.toMatchObject({ status: 503, code: 'not-stored' })
    site.d1.state = 'works'
    expect([site.d1.rows('SELECT 1 FROM inquiry'), site.d1.rows('SELECT 1 FROM mail')]).toEqual([[], []])
    const { receipt } = await accept('key', {}, brand)
    expect(sent()).toHaveLength(1)
    expect(sent()[0]?.headers).toEqual({ 'X-Event': `${receipt}.accepted` })
  })

  test('whose answer was lost on the way is the same inquiry when it is sent again', async () => {
    send.mockReset().mockImplementation(taken)
    site.d1.state = 'loses the answer'
    await expect(accept('key', {}, brand)).rejects.toMatchObject({ status: 503 })
    site.d1.state = 'works'
    await accept('key')
    await site.minute()
    expect(counts()).toEqual({ new: 1 })
    expect(sent()).toHaveLength(1)
  })

  test('that D1 does not store in time is not accepted as far as the visitor is told', async () => {
    vi.useFakeTimers({ now: 0 })
    site.d1.state = 'waits'
    const refused = expect(site.send('key')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
    await vi.advanceTimersByTimeAsync(11_000)
    await refused
    site.d1.state = 'works'
    site.d1.release()
    const { receipt } = await site.send('key')
    expect(counts()).toEqual({ new: 1 })
    expect(await stateOf(receipt)).toBe('delivered')
  })

  test('has its files by a row: their bytes are written once, and named in its notification', async () => {
    const id = await stage(site.env.DB, 'offer.pdf', { isForwarded: true })
    const { receipt } = await accept('key', { inquiry: { file_ref_id: id } })
    expect(rowOf(receipt)).toMatchObject({ file_ref_id: id, staged: null })
    expect((await listedInquiry(site.env.DB, receipt))?.contents).toContain('offer.pdf')
    expect([...objects.keys()]).toEqual([objectKey(id, 0)])
    expect(site.d1.rows('SELECT upload_id FROM inquiry_upload WHERE receipt = ?', receipt)).toEqual([{ upload_id: id }])
  })

  test.each([
    ['held_files', (id: string) => ({ held_files: [id] })],
    ['file_ref_id', (id: string) => ({ file_ref_id: id })],
    ['file_ref_id_homepage', (id: string) => ({ file_ref_id_homepage: id })],
  ])('whose %s names files that are gone is refused, not taken without them', async (field, naming) => {
    const id = await stage(site.env.DB, 'a.pdf', { isForwarded: field !== 'held_files' })
    const { receipt } = await accept('key', { inquiry: naming(id) })
    await destroy(site.env, { receipt, brandId: 'vcp-x' }, { now: new Date(), shownAt: null })
    const again = accept('other', { inquiry: { ...naming(id), content: 'y' } })
    await expect(again).rejects.toMatchObject({ status: 400, errors: [{ field }] })
    expect(counts()).toEqual({ destroyed: 1 })
  })

  test('of the site itself is in no count and makes no mail', async () => {
    send.mockReset().mockImplementation(taken)
    await accept('key', { canary: true }, brand)
    expect([counts(), sent()]).toEqual([{}, []])
  })
})

describe('the same key', () => {
  const site = siteUnderTest({ UPSTREAM_URL: '' })
  const { accept, counts, stateOf } = site

  test('with the same contents is the same inquiry for a day, then a new one', async () => {
    const { receipt } = await accept('key')
    expect(await accept('key')).toEqual({ receipt, state: 'delivered', held: [] })
    vi.setSystemTime(DAY - 1)
    expect((await accept('key')).receipt).toBe(receipt)
    vi.setSystemTime(DAY)
    expect((await accept('key')).receipt).not.toBe(receipt)
    expect(counts()).toEqual({ new: 2 })
  })

  test('with other contents is refused, and what was accepted stays as it is', async () => {
    await accept('key')
    await expect(accept('key', { inquiry: { content: 'y' } })).rejects.toMatchObject({ status: 422 })
    expect(counts()).toEqual({ new: 1 })
  })

  test('with fields in another order or another version of the policy is the same inquiry', async () => {
    const { receipt } = await accept('key')
    const { subject, content, ...others } = inquiry
    const again = await accept('key', { inquiry: { content, ...others, subject } })
    expect(again.receipt).toBe(receipt)
  })

  test('with the same files sent once more is the same inquiry, with other files it is refused', async () => {
    const { DB } = site.env
    const [one, same, other] = [
      await stage(DB, 'a.pdf', { isForwarded: true }),
      await stage(DB, 'a.pdf', { isForwarded: true }),
      await stage(DB, 'a.pdf', { sha256: 'other bytes', isForwarded: true }),
    ]
    const { receipt } = await accept('key', { inquiry: { file_ref_id: one } })
    expect((await accept('key', { inquiry: { file_ref_id: same } })).receipt).toBe(receipt)
    await expect(accept('key', { inquiry: { file_ref_id: other } })).rejects.toMatchObject({ status: 422 })
    await expect(accept('key')).rejects.toMatchObject({ status: 422 })
  })

  test('belongs to its brand', async () => {
    const { receipt } = await accept('key')
    const of = await accept('key', { brandId: 'partner-a', inquiry: { content: 'y' } })
    expect(of.receipt).not.toBe(receipt)
    expect(await stateOf(of.receipt)).toBe(undefined)
    expect(await stateOf(of.receipt, 'partner-a')).toBe('delivered')
  })

  test('after a destruction is a new inquiry, also with other contents', async () => {
    const { receipt } = await accept('key')
    await destroy(site.env, { receipt, brandId: 'vcp-x' }, { now: new Date(), shownAt: null })
    const again = await accept('key', { inquiry: { content: 'y' } })
    expect(again.receipt).not.toBe(receipt)
    expect(counts()).toEqual({ destroyed: 1, new: 1 })
  })

  test('at the same moment in two isolates makes one inquiry', async () => {
    const receipts = await Promise.all(Array.from({ length: 10 }, () => site.send('key')))
    expect(new Set(receipts.map(({ receipt }) => receipt)).size).toBe(1)
    expect(counts()).toEqual({ new: 1 })
  })

  test('is kept no longer than a day, with the hash of what was typed', async () => {
    await accept('key')
    vi.setSystemTime(DAY + HOUR)
    await site.hour()
    expect(site.d1.rows('SELECT idempotency_key, contents_hash, names_hash, key_ends_at FROM inquiry')).toEqual([
      { idempotency_key: null, contents_hash: null, names_hash: null, key_ends_at: null },
    ])
  })
})

describe('the same key after the upstream has the files, which are gone here', () => {
  const site = siteUnderTest()
  const { accept, upstream, sentKeys } = site
  const takesAll = () => upstream.mockImplementation(async () => Response.json({ data: [] }))

  test('with the same references is the same inquiry, with other ones it is refused', async () => {
    takesAll()
    const { DB } = site.env
    const [one, other] = ['remote-1', 'remote-2']
    await stage(DB, 'a.pdf', { reference: one })
    const unsent = await stage(DB, 'b.pdf', { reference: other })
    const { receipt } = await accept('key', { inquiry: { file_ref_id: one } })
    expect(site.d1.rows('SELECT id FROM upload')).toEqual([{ id: unsent }])
    expect(await accept('key', { inquiry: { file_ref_id: one } })).toEqual({ receipt, state: 'delivered', held: [] })
    const others = [{ file_ref_id: other }, { file_ref_id_homepage: one }, { file_ref_id: one, content: 'y' }, {}]
    for (const inquiry of others) await expect(accept('key', { inquiry })).rejects.toMatchObject({ status: 422 })
    expect(sentKeys()).toEqual([receipt])
  })

  test('with the same staged files is the same inquiry, with other ones that are gone it is refused', async () => {
    upstream.mockImplementation(async (url) => Response.json({ data: url.endsWith('file/upload') ? 'reference' : [] }))
    const id = await stage(site.env.DB, 'a.pdf')
    const { receipt } = await accept('key', { inquiry: { held_files: [id] } })
    await site.minute()
    expect(site.d1.rows('SELECT id FROM upload')).toEqual([])
    expect(await accept('key', { inquiry: { held_files: [id] } })).toEqual({ receipt, state: 'delivered', held: [] })
    const gone = { inquiry: { held_files: [crypto.randomUUID()] } }
    await expect(accept('key', gone)).rejects.toMatchObject({ status: 422 })
    await expect(accept('other', gone)).rejects.toMatchObject({ status: 400, errors: [{ field: 'held_files' }] })
    expect(sentKeys()).toEqual([receipt])
  })
})

describe('an inquiry with files that the upstream has refused', () => {
  const site = siteUnderTest()
  const { accept, minute, rowOf, runUntil, stateOf, upstream } = site
  /** Answers uploads with a status, and everything else with 200. */
  const uploads = (status: number) =>
    upstream.mockImplementation(async (url) =>
      url.endsWith('file/upload') && status !== 200
        ? new Response(null, { status })
        : Response.json({ data: url.endsWith('file/upload') ? 'reference' : [] }),
    )
  const uploaded = () => upstream.mock.calls.filter(([url]) => url.endsWith('file/upload')).length
  const notified = () =>
    upstream.mock.calls
      .filter(([url]) => url.endsWith('board/inquiry'))
      .map(([, { body }]) => JSON.parse(String(body)) as { contents: string; file_ref_id: string | null })

  test('sends them first, and then names their reference', async () => {
    uploads(200)
    const id = await stage(site.env.DB, 'a.pdf')
    const { receipt, state } = await accept('key', { inquiry: { held_files: [id] } })
    expect(state).toBe('queued')
    expect(rowOf(receipt)?.staged).toContain('a.pdf')
    await minute()
    expect(await stateOf(receipt)).toBe('delivered')
    expect(notified()).toMatchObject([{ file_ref_id: 'reference' }])
    expect(notified()[0]).not.toHaveProperty('held_files')
    expect([...objects.keys()], 'The upstream has them.').toEqual([])
    expect(site.d1.rows('SELECT 1 FROM upload')).toEqual([])
  })

  test('waits for them ten minutes in which the upstream answers, and is then delivered without them, which are named and kept', async () => {
    uploads(500)
    const id = await stage(site.env.DB, 'a.pdf')
    const { receipt } = await accept('key', { inquiry: { held_files: [id] } })
    await runUntil(10 * MINUTE)
    expect(await stateOf(receipt)).toBe('queued')
    await runUntil(14 * MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    const tried = uploaded()
    expect(notified()[0]?.contents).toMatch(/Files that could not be sent[^]*a\.pdf[^]*\/admin\/inquiries\//)
    expect(rowOf(receipt)).toMatchObject({ subject: null, staged: expect.stringContaining('a.pdf') })
    await runUntil(3 * DAY)
    expect(uploaded()).toBe(tried)
    expect([...objects.keys()]).toEqual([objectKey(id, 0)])
    await destroy(site.env, { receipt, brandId: 'vcp-x' }, { now: new Date(), shownAt: null })
    expect([...objects.keys()].filter((key) => key.startsWith('files/'))).toEqual([])
  })

  test('waits for them as long as the whole upstream is down', async () => {
    upstream.mockImplementation(async () => new Response(null, { status: 503 }))
    const id = await stage(site.env.DB, 'a.pdf')
    const { receipt } = await accept('key', { inquiry: { held_files: [id] } })
    await runUntil(2 * HOUR)
    uploads(200)
    await runUntil(2 * HOUR + 2 * MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    expect(notified()).toMatchObject([{ file_ref_id: 'reference' }])
  })

  test('that have a name there is taken over with them where the remote upstream is switched off', async () => {
    upstream.mockImplementation(async () => new Response(null, { status: 503 }))
    const { DB } = site.env
    await stage(DB, 'a.pdf', { reference: 'remote-1' })
    const { receipt } = await accept('key', { inquiry: { file_ref_id: 'remote-1' } })
    const env = { ...site.env, UPSTREAM_URL: null }
    vi.setSystemTime(Date.now() + MINUTE)
    await deliverDue(env, Date.now() + 1000)
    expect(await listedInquiry(DB, receipt)).toMatchObject({ state: 'new', contents: expect.stringContaining('a.pdf') })
    const taken = await readInquiry(env, receipt)
    const [file] = await filesOf(env, taken, 'r')
    expect(file).toMatchObject({ name: 'a.pdf', staged: false })
    expect(await openFile(env, String(file?.key), taken, 'r')).toMatchObject({ name: 'a.pdf', size: 1 })
  })

  test('that the own upstream was about to take are sent to the remote one to which the site goes back', async () => {
    upstream.mockImplementation(async () => new Response(null, { status: 503 }))
    const { DB } = site.env
    const { receipt } = await accept('key', { inquiry: { held_files: [await stage(DB, 'a.pdf')] } })
    vi.setSystemTime(Date.now() + MINUTE)
    const { batch } = DB
    let calls = 0
    const cut = vi.spyOn(DB, 'batch')
    // Its files are noted; that it is delivered is not.
    cut.mockImplementation(
      (statements) => (++calls > 2 ? Promise.reject(new Error('lost')) : batch(statements)) as never,
    )
    await deliverDue({ ...site.env, UPSTREAM_URL: null }, Date.now() + 1000)
    cut.mockRestore()
    expect(rowOf(receipt)).toMatchObject({ state: 'queued', staged: null })
    uploads(200)
    await runUntil(Date.now() + 10 * MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    expect(notified()).toMatchObject([{ file_ref_id: 'reference' }])
  })

  test('have lost one whose bytes are gone, and show it no more', async () => {
    upstream.mockImplementation(async () => new Response(null, { status: 503 }))
    const { DB } = site.env
    const [gone, kept] = [await stage(DB, 'gone.pdf'), await stage(DB, 'kept.pdf')]
    const { receipt } = await accept('key', { inquiry: { held_files: [gone, kept] } })
    objects.delete(objectKey(gone, 0))
    await minute()
    expect(await stateOf(receipt)).toBe('queued')
    const names = (await filesOf(site.env, await readInquiry(site.env, receipt), 'r')).map(({ name }) => name)
    expect(names).toEqual(['kept.pdf'])
    uploads(200)
    await runUntil(10 * MINUTE)
    expect(notified().at(-1)).toMatchObject({ file_ref_id: 'reference', contents: expect.stringContaining('gone.pdf') })
    expect([rowOf(receipt)?.state, site.d1.rows('SELECT upload_id FROM inquiry_upload')]).toEqual(['delivered', []])
    vi.setSystemTime(Date.now() + DAY)
    await site.hour()
    expect(site.d1.rows('SELECT id FROM upload')).toEqual([])
  })

  test('delays no other inquiry', async () => {
    uploads(500)
    const id = await stage(site.env.DB, 'a.pdf')
    await accept('key', { inquiry: { held_files: [id] } })
    await minute()
    const { state } = await accept('other')
    expect(state).toBe('delivered')
  })

  test('keeps files that a second inquiry names too until the last needs them no more', async () => {
    uploads(500)
    const id = await stage(site.env.DB, 'a.pdf')
    const held = { inquiry: { held_files: [id] } }
    const [one, two] = [await accept('one', held), await accept('two', held)]
    await destroy(site.env, { receipt: one.receipt, brandId: 'vcp-x' }, { now: new Date(), shownAt: null })
    expect(objects.has(objectKey(id, 0))).toBe(true)
    uploads(200)
    await runUntil(2 * MINUTE)
    expect(await stateOf(two.receipt)).toBe('delivered')
    expect(objects.has(objectKey(id, 0))).toBe(false)
  })

  test('shares them with another inquiry that names them: they are sent once, and each shows them once', async () => {
    let references = 0
    upstream.mockImplementation(async (url) =>
      url.endsWith('file/upload')
        ? Response.json({ data: `reference-${++references}` })
        : url.endsWith('board/inquiry')
          ? new Response(null, { status: 503 })
          : Response.json({ data: [{ file_key: 'k', file_name: 'a.pdf' }] }),
    )
    const inquiryOf = { inquiry: { held_files: [await stage(site.env.DB, 'a.pdf')] } }
    const receipts = [(await accept('one', inquiryOf)).receipt, (await accept('two', inquiryOf)).receipt]
    await runUntil(30 * MINUTE)
    expect(receipts.map((receipt) => rowOf(receipt)?.file_ref_id)).toEqual(['reference-1', 'reference-1'])
    expect(uploaded()).toBe(1)
    for (const receipt of receipts) {
      const files = await filesOf(site.env, await readInquiry(site.env, receipt), 'r')
      expect(files).toMatchObject([{ name: 'a.pdf', staged: false, size: 1 }])
    }
  })

  test('says which files it cannot name to an upstream that does not know them', async () => {
    uploads(200)
    const { receipt } = await accept('key', { inquiry: { file_ref_id: 'of another upstream' } })
    expect(await stateOf(receipt)).toBe('delivered')
    expect(notified()[0]?.contents).toMatch(/could not be looked up[^]*of another upstream/)
  })

  test('is delivered with its files once R2 gives them again', async () => {
    uploads(200)
    const id = await stage(site.env.DB, 'a.pdf')
    const { receipt } = await accept('key', { inquiry: { held_files: [id] } })
    r2.state = 'fails'
    await runUntil(5 * MINUTE)
    expect(await stateOf(receipt)).toBe('queued')
    r2.state = 'works'
    await runUntil(7 * MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    expect(notified()).toMatchObject([{ file_ref_id: 'reference' }])
  })

  test('is delivered without them after ten minutes in which R2 gives them not, and names them', async () => {
    uploads(200)
    const id = await stage(site.env.DB, 'a.pdf')
    const { receipt } = await accept('key', { inquiry: { held_files: [id] } })
    r2.state = 'fails'
    await runUntil(10 * MINUTE)
    expect(await stateOf(receipt)).toBe('queued')
    await runUntil(14 * MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    expect(notified()[0]?.contents).toMatch(/Files that could not be sent[^]*a\.pdf/)
  })

  test('arrives with the files that another inquiry names too, or is refused, at whichever moment of its delivery it comes', async () => {
    uploads(200)
    const outcomes: string[] = []
    for (let moment = 0, isLate = false; !isLate; moment++) {
      const held_files = [await stage(site.env.DB, 'a.pdf')]
      await accept(`one-${moment}`, { inquiry: { held_files } })
      let outcome = ''
      site.d1.state = 'waits'
      const second = site.send(`two-${moment}`, { inquiry: { held_files, subject: 'second' } }).then(
        ({ receipt }) => (outcome = receipt),
        ({ status }: { status: number }) => (outcome = String(status)),
      )
      isLate = true
      for (let call = 0; outcome === ''; call++) {
        if (call === moment) {
          isLate = false
          site.d1.state = 'works'
          await minute()
          site.d1.state = 'waits'
        }
        site.d1.release()
        await new Promise((resolve) => setTimeout(resolve))
      }
      await second
      site.d1.state = 'works'
      await runUntil(Date.now() + 2 * MINUTE)
      if (outcome.length > 3) expect(await stateOf(outcome)).toBe('delivered')
      outcomes.push(outcome.length > 3 ? 'taken' : outcome)
    }
    expect(new Set(outcomes)).toEqual(new Set(['400', '503', 'taken']))
    const seconds = upstream.mock.calls.filter(([, { body }]) => String(body).includes('second'))
    expect(seconds).toHaveLength(outcomes.filter((outcome) => outcome === 'taken').length)
    for (const sent of notified()) expect(sent.file_ref_id).toBe('reference')
  })
})

describe('files that no inquiry has', () => {
  const site = siteUnderTest({ UPSTREAM_URL: '' })

  test('are deleted within a day, and those of an inquiry are not', async () => {
    const [unclaimed, claimed] = [
      await stage(site.env.DB, 'a.pdf', { isForwarded: true }),
      await stage(site.env.DB, 'b.pdf', { isForwarded: true }),
    ]
    await site.accept('key', { inquiry: { file_ref_id: claimed } })
    vi.setSystemTime(22 * HOUR)
    await site.hour()
    expect([...objects.keys()].toSorted()).toEqual([objectKey(unclaimed, 0), objectKey(claimed, 0)].toSorted())
    vi.setSystemTime(24 * HOUR)
    await site.hour()
    expect([...objects.keys()]).toEqual([objectKey(claimed, 0)])
    expect(site.d1.rows('SELECT id FROM upload')).toEqual([{ id: claimed }])
  })

  test('are deleted by one run, as many as a client can send in an hour, also where an upload died half way', async () => {
    const { DB } = site.env
    for (let index = 0; index < 3600; index++) {
      const id = crypto.randomUUID()
      await insertUpload(DB, id, Date.now())
      objects.set(objectKey(id, index % 5), new Uint8Array(1))
    }
    vi.setSystemTime(24 * HOUR)
    const before = site.d1.calls
    await site.hour()
    expect([objects.size, site.d1.rows('SELECT 1 FROM upload')]).toEqual([0, []])
    expect(site.d1.calls - before, 'The platform lets a run make 1,000.').toBeLessThan(200)
  })

  test('because it was destroyed go within the hour where R2 failed, however new they are', async () => {
    vi.setSystemTime(2 * DAY)
    const id = await stage(site.env.DB, 'a.pdf', { isForwarded: true })
    const { receipt } = await site.accept('key', { inquiry: { file_ref_id: id } })
    vi.spyOn(site.env.FILES, 'delete').mockRejectedValueOnce(new Error('R2 is down'))
    await destroy(site.env, { receipt, brandId: 'vcp-x' }, { now: new Date(), shownAt: null })
    expect(objects.has(objectKey(id, 0))).toBe(true)
    vi.setSystemTime(2 * DAY + HOUR)
    await site.hour()
    expect([...objects.keys()].filter((key) => key.startsWith('files/'))).toEqual([])
    expect(site.d1.rows('SELECT 1 FROM upload')).toEqual([])
  })

  test('stay where R2 fails, and go with the next run', async () => {
    await stage(site.env.DB, 'a.pdf')
    vi.setSystemTime(DAY)
    r2.state = 'fails'
    await site.hour()
    expect(site.d1.rows('SELECT 1 FROM upload')).toHaveLength(1)
    r2.state = 'works'
    await site.hour()
    expect([objects.size, site.d1.rows('SELECT 1 FROM upload')]).toEqual([0, []])
  })
})

describe('the files of an accepted inquiry', () => {
  const site = siteUnderTest()
  const { accept, upstream, rowOf } = site
  const down = () => upstream.mockImplementation(async () => new Response(null, { status: 503 }))
  const bytesOf = async ({ body }: { body: ReadableStream<Uint8Array> }) =>
    (await new Response(body).arrayBuffer()).byteLength
  /** What the page of an inquiry shows of its files and opens, and what exports list. */
  const shownOf = async (env: Env, receipt: string) => {
    const inquiry = await readInquiry(env, receipt)
    const files = await filesOf(env, inquiry, 'r')
    const row = await listedInquiry(env.DB, receipt)
    return {
      files: files.map(({ name, size, staged }) => ({ name, size, staged })),
      bytes: await Promise.all(files.map(async ({ key }) => bytesOf(await openFile(env, key, inquiry, 'r')))),
      listed: row?.files,
    }
  }

  test.each(['file_ref_id', 'file_ref_id_homepage'] as const)(
    'that the upstream has under %s are shown, opened and exported while it is down and the inquiry waits',
    async (field) => {
      down()
      const id = await stage(site.env.DB, 'offer.pdf', { reference: 'remote-1' })
      const { receipt, state } = await accept('key', { inquiry: { [field]: 'remote-1' } })
      expect(state).toBe('queued')
      const calls = upstream.mock.calls.length
      expect(await shownOf(site.env, receipt)).toEqual({
        files: [{ name: 'offer.pdf', size: 1, staged: false }],
        bytes: [1],
        listed: [{ file_key: objectKey(id, 0), file_name: 'offer.pdf' }],
      })
      expect(upstream).toHaveBeenCalledTimes(calls)
    },
  )

  test('are shown, opened and exported in the order of the form, also those that the upstream does not have', async () => {
    down()
    const { DB } = site.env
    await stage(DB, 'profile.pdf', { field: 'profile_file', reference: 'remote-1' })
    const proposal = await stage(DB, 'proposal.pdf', { field: 'proposal_file' })
    const { receipt } = await accept('key', { inquiry: { file_ref_id_homepage: 'remote-1', held_files: [proposal] } })
    expect(await shownOf(site.env, receipt)).toMatchObject({
      files: [
        { name: 'proposal.pdf', size: 1, staged: true },
        { name: 'profile.pdf', size: 1, staged: false },
      ],
      bytes: [1, 1],
      listed: [{ file_name: 'proposal.pdf' }, { file_name: 'profile.pdf' }],
    })
  })

  test('that the own upstream has received stay where a remote one is set later', async () => {
    site.raw.UPSTREAM_URL = ''
    const id = await stage(site.env.DB, 'offer.pdf', { isForwarded: true })
    const { receipt } = await accept('key', { inquiry: { file_ref_id: id } })
    expect(rowOf(receipt)?.state).toBe('new')
    site.restart()
    expect(site.env.UPSTREAM_URL).not.toBeNull()
    expect(await shownOf(site.env, receipt)).toMatchObject({
      files: [{ name: 'offer.pdf', size: 1, staged: false }],
      bytes: [1],
      listed: [{ file_name: 'offer.pdf' }],
    })
    expect(upstream).not.toHaveBeenCalled()
  })

  test('that only the upstream has, because they went to it with another inquiry, are shown and opened there', async () => {
    const name = 'attachment; filename="offer.pdf"'
    upstream.mockImplementation(async (url) => {
      if (url.endsWith('/download')) return new Response('12345', { headers: { 'content-disposition': name } })
      return Response.json({ data: url.endsWith('file/select') ? [{ file_key: 'k', file_name: 'offer.pdf' }] : [] })
    })
    await stage(site.env.DB, 'offer.pdf', { reference: 'remote-1' })
    await accept('key', { inquiry: { file_ref_id: 'remote-1' } })
    expect(site.d1.rows('SELECT id FROM upload')).toEqual([])
    const answers = upstream.getMockImplementation()
    down()
    const { receipt } = await accept('other', { inquiry: { file_ref_id: 'remote-1' } })
    await expect(shownOf(site.env, receipt)).rejects.toThrow(UpstreamError)
    if (answers) upstream.mockImplementation(answers)
    expect(await shownOf(site.env, receipt)).toEqual({
      files: [{ name: 'offer.pdf', size: null, staged: false }],
      bytes: [5],
      listed: [],
    })
  })

  test('are opened under no key of another inquiry', async () => {
    down()
    const { DB } = site.env
    const [one, other] = [await stage(DB, 'a.pdf'), await stage(DB, 'b.pdf')]
    const { receipt } = await accept('key', { inquiry: { held_files: [one] } })
    await accept('other', { inquiry: { held_files: [other] } })
    const opened = openFile(site.env, `${other}-0`, await readInquiry(site.env, receipt), 'r')
    await expect(opened).rejects.toMatchObject({ status: 404 })
  })
})
