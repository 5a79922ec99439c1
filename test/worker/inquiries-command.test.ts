import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NIL_UUID } from '../../functions/contract/attachments.ts'
import type { Receipt } from '../../functions/contract/inquiry-body.ts'
import type { RecordState } from '../../functions/contract/possible-commands.ts'
import { insertFiles, insertUpload, setReference } from '../../functions/database/upload.ts'
import { prepareState, withLocalState } from '../../functions/cli/local-state.ts'
import { OperatorError } from '../../functions/cli/run-command.ts'
import { type TypeCommand, withLocalCommands } from '../../functions/cli/type-command.ts'
import { type KillableWorker, startKillableWorker } from '../bench/killable-worker.ts'
import { addInquiry, NEW_INQUIRY, WAITING } from '../support/inquiry-row.ts'
import { pdf } from '../support/sample-files.ts'
import { PROPOSAL, SALES, valueOf } from '../support/visitor-calls.ts'

// Each command starts its own process and storage, which takes seconds: what one prints is asked of one.
describe('npm run inquiries, beside a running site', { timeout: 240_000 }, () => {
  let stateDir: string
  let worker: KillableWorker
  const proof = { cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't' }

  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'vcp-x-inquiries-'))
    await prepareState(stateDir)
    worker = await startKillableWorker(stateDir, { UPSTREAM_URL: '' })
  })
  afterAll(async () => {
    await worker.close()
    await rm(stateDir, { recursive: true, force: true })
  })

  const command = (...args: string[]) =>
    spawnSync(process.execPath, ['functions/cli/inquiries.ts', ...args], {
      encoding: 'utf8',
      env: { ...process.env, STATE_DIR: stateDir, NODE_NO_WARNINGS: '1', FORCE_COLOR: '0' },
    })
  test('leaves nothing temporary where a signal ends it', async () => {
    const temporary = await mkdtemp(join(tmpdir(), 'vcp-x-signal-'))
    const ours = async () => (await readdir(temporary)).filter((name) => name.startsWith('vcp-x-'))
    const child = spawn(process.execPath, ['functions/cli/inquiries.ts'], {
      env: { ...process.env, STATE_DIR: stateDir, TMPDIR: temporary },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    while ((await ours()).length === 0 && child.exitCode === null) await sleep(1)
    child.kill('SIGTERM')
    expect(await ended).toEqual([143, null])
    expect(await ours()).toEqual([])
    await rm(temporary, { recursive: true })
  })

  const list = (...args: string[]) => {
    const { status, stdout, stderr } = command('--json', ...args)
    if (status !== 0) throw new Error(`The command ended with ${status}: ${stderr}`)
    return JSON.parse(stdout) as Record<string, unknown>[]
  }
  /** What the command asks of the site, without a process of its own. */
  const connected = <T>(use: (type: TypeCommand) => Promise<T>, brandId?: string) =>
    withLocalCommands(stateDir, use, brandId)
  const exported = (state?: RecordState) =>
    connected(async (type) => (await type('export', { state, after: null, size: 50 })).rows)
  const send = async (body: object) => {
    const answer = await fetch(`${worker.origin}/api/board/inquiry`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...proof },
    })
    return ((await answer.json()) as { data: { receipt: string } }).data.receipt
  }
  /** A client that chooses the host, which `fetch` does not. */
  const sendTo = (host: string, body: object, key: string) =>
    new Promise<{ status: number | undefined; data: Receipt }>((done, fail) => {
      const headers = { host, 'content-type': 'application/json', 'idempotency-key': key, ...proof }
      request(`${worker.origin}/api/board/inquiry`, { method: 'POST', headers }, async (answer) =>
        done({ status: answer.statusCode, ...((await json(answer)) as { data: Receipt }) }),
      )
        .on('error', fail)
        .end(JSON.stringify(body))
    })
  const upload = async (name: string) => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ company_id: NIL_UUID, file_id: '', acl: 'private' }))
      form.set(field, value)
    form.set('files', pdf(name, 2000))
    return (
      (await (
        await fetch(`${worker.origin}/api/file/upload`, { method: 'POST', body: form, headers: proof })
      ).json()) as { data: string }
    ).data
  }

  const receipts: string[] = []

  test('lists received inquiries, newest first, also after the site was killed', async () => {
    const first = await send(SALES)
    const proposal = {
      ...PROPOSAL,
      file_ref_id: await upload('제안.pdf'),
      file_ref_id_homepage: await upload('profile.pdf'),
    }
    const second = await send(proposal)
    receipts.push(second, first)
    await worker.killAndRestart()
    const listed = list()
    expect(listed.map(({ receipt }) => receipt)).toEqual(receipts)
    expect(listed[0]).toMatchObject({
      ...proposal,
      file_ref_id: valueOf(proposal.file_ref_id),
      file_ref_id_homepage: valueOf(proposal.file_ref_id_homepage),
      title: expect.any(String),
      contents: expect.stringContaining('<table'),
      state: 'new',
      received_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(listed[0]?.files).toEqual([
      { file_key: expect.any(String), file_name: '제안.pdf' },
      { file_key: expect.any(String), file_name: 'profile.pdf' },
    ])
  })

  test('lists the inquiries of two brands that came under one key, each with its own contents', async () => {
    const key = crypto.randomUUID()
    for (const host of ['www.vcp-x.example', 'partner-a.example'])
      expect(await sendTo(host, { ...SALES, subject: host }, key)).toMatchObject({
        status: 200,
        data: { state: 'delivered' },
      })
    expect(await exported()).toMatchObject([
      { brand_id: 'partner-a', subject: 'partner-a.example', state: 'new' },
      { brand_id: 'vcp-x', subject: 'www.vcp-x.example', state: 'new' },
      ...receipts.map((receipt) => ({ receipt })),
    ])
    const ofBrand = list('--brand', 'partner-a')
    expect(ofBrand).toMatchObject([{ brand_id: 'partner-a', subject: 'partner-a.example' }])
    await connected(async (type) => {
      const ofAnother = type('mark-processed', { receipt: receipts[0] ?? '' })
      await expect(ofAnother).rejects.toThrow(new OperatorError('There is no such inquiry.'))
    }, 'partner-a')
  })

  test('marks an inquiry as processed and rejects an unknown receipt', async () => {
    const listed = await connected(async (type) => {
      await type('mark-processed', { receipt: receipts[0] ?? '' })
      // It is marked already.
      await expect(type('mark-processed', { receipt: receipts[0] ?? '' })).rejects.toThrow(OperatorError)
      await expect(type('mark-processed', { receipt: "x'; DROP TABLE inquiry; --" })).rejects.toThrow(OperatorError)
      return (await type('export', { after: null, size: 50 })).rows
    })
    expect(listed).toHaveLength(4)
    expect(listed.find(({ receipt }) => receipt === receipts[0])).toMatchObject({
      state: 'processed',
      processed_at: expect.any(String),
    })
  })

  test('lists an undelivered inquiry with all its fields until it is marked as processed', async () => {
    const receipt = crypto.randomUUID()
    const acceptedAt = Date.now() + 60_000
    const upload = crypto.randomUUID()
    const file = {
      upload_id: upload,
      position: 0,
      name: '보고서.pdf',
      media_type: 'application/pdf',
      size: 1,
      sha256: '',
    }
    const facts = {
      receipt,
      brandId: 'partner-a',
      whiteLabel: 'partner-a',
      acceptedAt,
      texts: { ...NEW_INQUIRY.texts, subject: "=cmd|'calc'!A1" },
      // The upstream has its file, and does not take the inquiry.
      fileRefId: 'remote-1',
      uploads: [upload],
      delivery: WAITING,
    }
    const columns = { state: 'undelivered', attempts: 3, last_failure: 'board/inquiry was answered 401.' }
    await withLocalState(stateDir, async ({ DB }) => {
      await insertUpload(DB, upload, acceptedAt)
      await insertFiles(DB, [{ ...file, field: 'files' }])
      await setReference(DB, upload, 'remote-1')
      await addInquiry(DB, facts, columns)
    })
    const listed = await exported('undelivered')
    expect(listed).toHaveLength(1)
    expect(listed[0]).toMatchObject({
      ...SALES,
      file_ref_id: 'remote-1',
      subject: "=cmd|'calc'!A1",
      receipt,
      state: 'undelivered',
      white_label: 'partner-a',
      received_at: new Date(acceptedAt).toISOString(),
      attempts: 3,
      last_failure: 'board/inquiry was answered 401.',
      files: [{ file_key: `files/${upload}/000`, file_name: '보고서.pdf' }],
    })
    const table = command().stdout
    expect(table).toMatch(/undelivered.*보고서.pdf.*answered 401/)
    expect(table).toContain('제안.pdf, profile.pdf')
    const csv = command('--csv', '--state', 'undelivered').stdout
    expect(csv.startsWith('\ufeffreceived_at,state,')).toBe(true)
    expect(csv).toContain("'=cmd|")
    // A heading, one inquiry, the line break in its text, and the last line's end.
    expect(csv.split('\r\n')).toHaveLength(1 + 1 + (csv.match(/첫 줄\r\n/g) ?? []).length + 1)
    await connected(async (type) => {
      await type('mark-processed', { receipt })
      expect((await type('export', { state: 'undelivered', after: null, size: 50 })).rows).toEqual([])
    })
    // It needs nothing any more.
    expect(command('--retry', receipt)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('npm run inquiries lists them'),
    })
  })

  test('writes the rows of the log that the admin shows, with who typed the command, and none for what was refused', async () => {
    const { results } = await withLocalState(stateDir, ({ DB }) =>
      DB.prepare("SELECT action, subject FROM admin_log WHERE actor LIKE 'command:_%' ORDER BY id").all(),
    )
    expect(results.filter(({ action }) => action !== 'export')).toEqual([
      { action: 'mark-processed', subject: receipts[0] },
      { action: 'mark-processed', subject: expect.any(String) },
    ])
    expect(results).toContainEqual({ action: 'export', subject: 'state=undelivered' })
  })

  test('works the same where no site runs, and sends nothing then', async () => {
    await worker.close()
    expect(command('--processed', receipts[1] ?? '').stdout).toContain('will be destroyed')
    const states = (await exported()).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['new', 'new', 'processed', 'processed', 'processed'])
  })
})
