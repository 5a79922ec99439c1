import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareState } from '../../functions/cli/local-state.ts'
import { MEGABYTE } from '../../functions/contract/limits.ts'
import { hostileDocuments } from '../support/hostile-documents/corpus.ts'
import { type Sent, sendHostileDocuments } from '../support/hostile-documents/send.ts'
import { ADMIN_TOKEN, signIn } from '../support/operator.ts'
import { watchHeap } from './heap.ts'
import { startKillableWorker } from './killable-worker.ts'
import { residentMemory } from './resident.ts'

export interface HostileFigures extends Sent {
  /** Highest memory of the Worker's isolate, and of the whole process of workerd beyond what it had when idle. */
  isolateMegabytes: number
  moreMegabytes: number
}

const WARM_UP = 20

/** Hostile documents through upload, check, inbox and download of the site as `npm start` serves it, with what it costs. */
export async function measureHostileDocuments(count: number): Promise<HostileFigures> {
  const stateDir = await mkdtemp(join(tmpdir(), 'vcp-x-hostile-'))
  await prepareState(stateDir)
  const worker = await startKillableWorker(stateDir, { ADMIN_TOKEN, UPSTREAM_TIMEOUT_MS: '30000' })
  const site = {
    fetch: (address: string, init?: RequestInit) => {
      const { pathname, search } = new URL(address)
      return fetch(worker.origin + pathname + search, init)
    },
  }
  try {
    const operator = await signIn(site)
    // The code is loaded, and its tables have rows, before it is measured.
    await sendHostileDocuments(site, operator, hostileDocuments(WARM_UP, 1))
    const memory = residentMemory(worker.group())
    const heap = await watchHeap(worker.inspectorPort)
    const idle = memory.now()
    const sent = await sendHostileDocuments(site, operator, hostileDocuments(count))
    const [peak, isolate] = [memory.peak(), await heap.stop()]
    return { ...sent, isolateMegabytes: isolate / MEGABYTE, moreMegabytes: (peak - idle) / MEGABYTE }
  } finally {
    await worker.close()
    await rm(stateDir, { recursive: true, force: true })
  }
}
