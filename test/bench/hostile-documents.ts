import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareState } from '../../functions/cli/local-state.ts'
import { MEGABYTE } from '../../functions/contract/limits.ts'
import { hostileDocuments } from '../support/hostile-documents/corpus.ts'
import { type HostileDocument, taken } from '../support/hostile-documents/document.ts'
import { type Sent, sendHostileDocuments, severalAtOnce } from '../support/hostile-documents/send.ts'
import { ADMIN_TOKEN, signIn } from '../support/operator.ts'
import { watchHeap } from './heap.ts'
import { startKillableWorker } from './killable-worker.ts'
import { residentMemory } from './resident.ts'

export interface DocumentFigures extends Sent {
  /** Highest memory of the Worker's isolate, and of the whole process of workerd beyond what it had when idle. */
  isolateMegabytes: number
  moreMegabytes: number
}

/** What the same documents cost where nothing but R2 is asked. */
export type StorageFigures = Pick<Sent, 'answersMs' | 'healthMs' | 'faults'>

const BARE_STORAGE = join(import.meta.dirname, 'bare-storage/wrangler.json')
const WARM_UP = 20
const PDF = Buffer.from('%PDF-1.7\n')

/** Whole, because making a bomb takes this process hundreds of milliseconds, which would count as the site's. */
export const hostile = (count: number): HostileDocument[] => [...hostileDocuments(count)]

/** The same documents, but for those that are kept: PDFs of noise of their size. */
export const harmless = (documents: readonly HostileDocument[]): HostileDocument[] =>
  documents.map((document) => {
    if (!document.promised.taken) return document
    const noise = randomBytes(Math.max(0, document.bytes.length - PDF.length))
    return {
      ...document,
      name: 'a.pdf',
      bytes: Buffer.concat([PDF, noise]),
      promised: taken,
    }
  })

/** Documents through upload, check, inbox and download of the site as `npm start` serves it, with what it costs. */
export async function measureDocuments(documents: readonly HostileDocument[]): Promise<DocumentFigures> {
  const stateDir = await mkdtemp(join(tmpdir(), 'vcp-x-hostile-'))
  await prepareState(stateDir)
  const worker = await startKillableWorker(stateDir, { ADMIN_TOKEN, UPSTREAM_TIMEOUT_MS: '30000' })
  const site = siteAt(worker.origin)
  try {
    const operator = await signIn(site)
    // The code is loaded, and its tables have rows, before it is measured.
    await sendHostileDocuments(site, operator, [...hostileDocuments(WARM_UP, 1)])
    const memory = residentMemory(worker.group())
    const heap = await watchHeap(worker.inspectorPort)
    const idle = memory.now()
    const sent = await sendHostileDocuments(site, operator, documents)
    const [peak, isolate] = [memory.peak(), await heap.stop()]
    return { ...sent, isolateMegabytes: isolate / MEGABYTE, moreMegabytes: (peak - idle) / MEGABYTE }
  } finally {
    await worker.close()
    await rm(stateDir, { recursive: true, force: true })
  }
}

/**
 * The share of the simulated R2, which runs in the thread of the site: the documents that are kept are stored, copied, read and given twice
 * by a Worker that does nothing else.
 */
export async function measureStorage(documents: readonly HostileDocument[]): Promise<StorageFigures> {
  const stateDir = await mkdtemp(join(tmpdir(), 'vcp-x-storage-'))
  const worker = await startKillableWorker(stateDir, {}, BARE_STORAGE)
  const site = siteAt(worker.origin)
  try {
    const figures: StorageFigures = { answersMs: [], healthMs: [], faults: [] }
    const timed = async (address: string, init?: RequestInit) => {
      const started = performance.now()
      const answer = await site.fetch(address, init)
      const bytes = await answer.bytes()
      figures.answersMs.push(performance.now() - started)
      if (!answer.ok) figures.faults.push(`${address}: ${answer.status}`)
      return bytes
    }
    const send = async ({ what, bytes }: HostileDocument) => {
      const address = `http://www.example/${randomUUID()}`
      await timed(address, { method: 'PUT', body: bytes })
      for (const got of [await timed(address), await timed(address)])
        if (!Buffer.from(bytes).equals(got)) figures.faults.push(`${what} is not what storage gives`)
    }
    const kept = documents.filter(({ promised }) => promised.taken)
    await severalAtOnce(site, kept.slice(0, WARM_UP), figures, send)
    figures.answersMs.length = figures.healthMs.length = 0
    await severalAtOnce(site, kept, figures, send)
    return figures
  } finally {
    await worker.close()
    await rm(stateDir, { recursive: true, force: true })
  }
}

/** Addresses of the tests, at the origin of a Worker. */
const siteAt = (origin: string) => ({
  fetch: (address: string, init?: RequestInit) => {
    const { pathname, search } = new URL(address)
    return fetch(origin + pathname + search, init)
  },
})
