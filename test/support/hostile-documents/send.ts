import { setTimeout as sleep } from 'node:timers/promises'
import type { Receipt } from '../../../functions/contract/inquiry-body.ts'
import type { Problem } from '../../../functions/contract/problem.ts'
import type { Operator } from '../operator.ts'
import type { Site } from '../site.ts'
import { SALES, sendInquiry, upload } from '../visitor-calls.ts'
import type { HostileDocument, Promised } from './document.ts'

/** What became of hostile documents. */
export interface Sent {
  refused: number
  taken: number
  /** Each difference from what is promised, in a sentence. */
  faults: string[]
  /** How long each answer took. */
  answersMs: number[]
  /** Of `/healthz`, which is asked all the time. */
  healthMs: number[]
}

const AT_ONCE = 4

const REFUSALS: Record<NonNullable<Promised['refused']>, RegExp> = {
  'file-wrong-type': /is not of an allowed type/,
  'file-not-its-type': /does not match its extension/,
  'file-empty': /is empty/,
}

interface ShownFile {
  key: string
  name: string
}

/**
 * Sends each document the way of a visitor's file and looks at it as an operator does: upload, inquiry, inbox, download. Several
 * at once.
 */
export async function sendHostileDocuments(
  site: Pick<Site, 'fetch'>,
  operator: Operator,
  documents: Iterable<HostileDocument>,
): Promise<Sent> {
  const sent: Sent = { refused: 0, taken: 0, faults: [], answersMs: [], healthMs: [] }
  const timed = async (answer: Promise<Response>) => {
    const started = performance.now()
    const { status, headers, body } = await answer
    const bytes = new Uint8Array(await new Response(body).arrayBuffer())
    sent.answersMs.push(performance.now() - started)
    return new Response(bytes, { status, headers })
  }

  /** What is wrong with the answers to one document. */
  async function* faultsOf({ name, bytes, promised }: HostileDocument): AsyncGenerator<string> {
    const answer = await timed(upload(site, [new File([bytes], name)]))
    if (answer.status === 415) {
      sent.refused++
      const { code, detail = '' } = (await answer.json()) as Problem
      if (!promised.refused) yield `was refused: ${detail}`
      else if (code !== 'file-type' || !REFUSALS[promised.refused].test(detail)) yield `was refused with: ${detail}`
      return
    }
    if (answer.status !== 200) return yield `was answered with ${answer.status}: ${await answer.text()}`
    sent.taken++
    if (!promised.taken) return yield 'was taken'
    const { data: reference } = (await answer.json()) as { data: string }
    const accepted = await timed(sendInquiry(site, { ...SALES, file_ref_id: reference }))
    if (accepted.status > 202) return yield `had its inquiry answered with ${accepted.status}: ${await accepted.text()}`
    const { receipt } = ((await accepted.json()) as { data: Receipt }).data

    const shown = await timed(operator.get(`/api/admin/inquiries/${receipt}`))
    const [file] = ((await shown.json()) as { data: { files: ShownFile[] } }).data.files
    if (!file) return yield 'is not shown with its inquiry'
    if (/[/\\\p{Cc}\p{Bidi_Control}]/u.test(file.name) || file.name.length > 200) yield `is called: ${file.name}`
    for (const language of ['ko', 'en'] as const) {
      const page = await timed(operator.get(`/admin/inquiries/${receipt}`, language))
      if (page.status !== 200) yield `has a page with status ${page.status}`
      if ((await page.text()).includes('<script>alert(1)')) yield 'writes into the page'
    }
    const path = `inquiries/${receipt}/files/${encodeURIComponent(file.key)}`
    for (const address of [`/admin/${path}`, `/api/admin/${path}`]) {
      const got = await timed(operator.get(address))
      const { status, headers } = got
      if (status !== 200 || !Buffer.from(await got.arrayBuffer()).equals(bytes))
        yield `is not what ${address} gives: ${status}`
      if (!headers.get('content-disposition')?.startsWith('attachment;')) yield `is no attachment at ${address}`
      if (headers.get('x-content-type-options') !== 'nosniff') yield `may be sniffed at ${address}`
    }
  }

  await severalAtOnce(site, documents, sent, async (document) => {
    for await (const fault of faultsOf(document)) sent.faults.push(`${document.what} (${document.name}) ${fault}`)
  })
  return sent
}

/** Handles documents, several at once, and asks for `/healthz` all the time meanwhile. */
export async function severalAtOnce(
  site: Pick<Site, 'fetch'>,
  documents: Iterable<HostileDocument>,
  sent: Pick<Sent, 'faults' | 'healthMs'>,
  handle: (document: HostileDocument) => Promise<void>,
): Promise<void> {
  let over = false
  const health = (async () => {
    while (!over) {
      const started = performance.now()
      const { status } = await site.fetch('http://www.example/healthz')
      sent.healthMs.push(performance.now() - started)
      if (status !== 200) sent.faults.push(`/healthz: ${status}`)
      await sleep(25)
    }
  })()
  const waiting = documents[Symbol.iterator]()
  const visitor = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await handle(next.value)
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, visitor))
  } finally {
    over = true
    await health
  }
}
