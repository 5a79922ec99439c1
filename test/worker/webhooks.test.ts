import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Receipt } from '../../functions/contract/inquiry-body.ts'
import { WEBHOOK_EVENTS } from '../../functions/contract/webhooks.ts'
import { type BuildCopy, copyBuild } from '../support/changed-build.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../support/operator.ts'
import { type Site, startSite } from '../support/site.ts'
import { SALES, sendInquiry } from '../support/visitor-calls.ts'

const HOST = 'partner-b.example'
const SECRET = `whsec_${Buffer.from('a signing key of 32 bytes for us').toString('base64')}`
interface Told {
  type: string
  data: { receipt: string; state: string; link: string }
}

/** Receivers on this machine: each path behaves in a way of its own. */
const heard: { path: string; told: Told; id: string }[] = []
let failing = true
const answers: Record<string, (response: ServerResponse) => unknown> = {
  '/crm': (response) => response.writeHead(204).end(),
  '/slow': async (response) => {
    await sleep(1500)
    response.writeHead(200).end('thanks')
  },
  '/failing': (response) => response.writeHead(failing ? 500 : 200).end('a page about the fault'),
  '/moved': (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  '/gone': (response) => response.writeHead(410).end(),
  '/elsewhere': (response) => response.writeHead(200).end(),
}
const receiver = createServer((request: IncomingMessage, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const path = request.url ?? ''
    const told = new Verifier(SECRET).verify(body, request.headers as Record<string, string>) as Told
    heard.push({ path, told, id: String(request.headers['webhook-id']) })
    void answers[path]?.(response)
  })
})
const heardBy = (path: string) => heard.filter((one) => one.path === path).map(({ told }) => told)
const typesBy = (path: string) => heardBy(path).map(({ type }) => type)

let build: BuildCopy
let site: Site
let operator: Operator
const minute = () => site.scheduled(new Date(), '* * * * *')
const makeDue = () => site.sql("UPDATE mail SET next_at = 0 WHERE kind = 'webhook'")

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const { port } = receiver.address() as AddressInfo
  const all = { events: WEBHOOK_EVENTS, contents: false, format: 'standard' }
  const one = (name: string, change: object = {}) => ({
    secret: name,
    url: `http://127.0.0.1:${port}/${name}`,
    ...all,
    ...change,
  })
  const webhooks = [
    one('crm'),
    ...['slow', 'failing', 'moved', 'gone'].map((name) => one(name, { events: ['inquiry.accepted'] })),
  ]
  build = await copyBuild()
  await giveWebhooks(build, webhooks)
  site = await startSite({
    configPath: build.configPath,
    vars: {
      ADMIN_TOKEN,
      MAIL_FROM: 'site@vcp-x.example',
      WEBHOOK_SECRETS: webhooks.map(({ secret }) => `${secret}=${SECRET}`).join(', '),
    },
  })
  operator = await signIn(site)
})
afterAll(async () => {
  await site.close()
  await build.remove()
  receiver.close()
})
beforeEach(async () => {
  await site.sql('DELETE FROM mail')
  heard.length = 0
})

/** Writes webhooks into the registry of a build, as the setting of the second partner. */
async function giveWebhooks({ folder }: BuildCopy, webhooks: object[]): Promise<void> {
  const assets = join(folder, 'server/assets')
  const setting = /answerWithinHours:\s*24/
  let changed = 0
  for (const name of (await readdir(assets)).filter((each) => each.endsWith('.js'))) {
    const code = await readFile(join(assets, name), 'utf8')
    if (!setting.test(code)) continue
    await writeFile(
      join(assets, name),
      code.replace(setting, (before) => `${before}, webhooks: ${JSON.stringify(webhooks)}`),
    )
    changed++
  }
  if (changed !== 1) throw new Error(`${changed} files of the build have the registry`)
}

const send = async (host = HOST) =>
  ((await (await sendInquiry(site, { ...SALES, subject: 'Typed by a visitor' }, { host })).json()) as { data: Receipt })
    .data.receipt

describe('the webhooks of a brand, in workerd', () => {
  test('are told what happens to its inquiries, signed, within the minute; no other brand’s', async () => {
    await send('www.example')
    const receipt = await send()
    await operator.ask('POST', `/api/admin/inquiries/${receipt}/answers`, { text: 'An answer', seen: receipt })
    await operator.ask('PATCH', `/api/admin/inquiries/${receipt}`, { processed: true })
    await minute()
    expect(typesBy('/crm').toSorted()).toEqual(
      ['accepted', 'answered', 'delivered', 'processed'].map((what) => `inquiry.${what}`),
    )
    expect(heard.every(({ told }) => told.data.receipt === receipt)).toBe(true)
    expect(JSON.stringify(heard)).not.toContain('Typed')
    expect(new URL(heardBy('/crm')[0]?.data.link ?? '').pathname).toBe(`/admin/inquiries/${receipt}`)
    await operator.ask('DELETE', `/api/admin/inquiries/${receipt}`)
    await minute()
    expect(heardBy('/crm').at(-1)).toMatchObject({ type: 'inquiry.destroyed', data: { receipt, state: 'destroyed' } })
  })

  test('are heard where they are slow, tried again where they fail, not followed where they redirect, and given up at 410', async () => {
    const receipt = await send()
    await minute()
    expect(typesBy('/slow')).toEqual(['inquiry.accepted'])
    expect(typesBy('/gone')).toEqual(['inquiry.accepted'])
    await makeDue()
    failing = false
    await minute()
    expect(typesBy('/failing')).toEqual(['inquiry.accepted', 'inquiry.accepted'])
    expect(new Set(heard.filter(({ path }) => path === '/failing').map(({ id }) => id)).size).toBe(1)
    expect(typesBy('/moved')).toEqual(['inquiry.accepted', 'inquiry.accepted'])
    expect(typesBy('/elsewhere')).toEqual([])
    expect(typesBy('/slow')).toEqual(['inquiry.accepted'])
    expect(typesBy('/gone')).toEqual(['inquiry.accepted'])
    const rows = await site.sql("SELECT recipients, state FROM mail WHERE kind = 'webhook' AND receipt = ?", receipt)
    expect(Object.fromEntries(rows.map(({ recipients, state }) => [String(recipients), state]))).toEqual({
      '["crm"]': 'handed-over',
      '["slow"]': 'handed-over',
      '["failing"]': 'handed-over',
      '["moved"]': 'waiting',
      '["gone"]': 'refused',
    })
    // Its operators are told, by mail and on the overview.
    expect(await site.sql("SELECT brand_id FROM mail WHERE kind = 'webhook-failed'")).toEqual([
      { brand_id: 'partner-b' },
    ])
    const page = await operator.page('/admin')
    expect(page).toContain('A webhook could not be called')
    expect(page).toContain('moved (partner-b), inquiry.accepted: The receiver answered 302.')
    expect(await operator.page('/admin', 'ko')).toContain('전송하지 못한 웹훅이 있습니다')
    expect(await operator.page(`/admin/inquiries/${receipt}`)).toContain(
      'gone (partner-b), inquiry.accepted: The receiver answered 410.',
    )
    expect(await (await signIn(site, 'partner-b')).page('/admin')).toContain('moved (partner-b)')
    expect(await (await signIn(site, 'partner-a')).page('/admin')).not.toContain('moved (partner-b)')
  })

  test('are in no page of a visitor', async () => {
    const page = await (await site.fetch(`http://${HOST}/support/request`)).text()
    expect(page).not.toContain('127.0.0.1')
    expect(page).not.toContain('webhooks')
  })
})

test('a webhook without its secret is named by /readyz', async () => {
  const bare = await startSite({ configPath: build.configPath })
  try {
    const { checks } = (await (await bare.fetch('/readyz')).json()) as { checks: unknown[] }
    expect(checks).toContainEqual({
      name: 'WEBHOOK_SECRETS',
      ok: false,
      detail: 'A webhook has no secret of its form; the log names it.',
    })
    await expect.poll(() => JSON.stringify(bare.logged())).toContain('crm of partner-b has no secret')
  } finally {
    await bare.close()
  }
})
