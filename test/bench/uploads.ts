import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareState } from '../../functions/cli/local-state.ts'
import { MEGABYTE, NIL_UUID } from '../../functions/contract/attachments.ts'
import { startFakeUpstream } from '../support/fake-upstream.ts'
import { valueOf } from '../support/visitor-calls.ts'
import { watchHeap } from './heap.ts'
import { startKillableWorker } from './killable-worker.ts'

export interface UploadFigures {
  files: number
  /** How many reached the upstream byte for byte. */
  intact: number
  /** Highest memory of the Worker's isolate meanwhile. */
  peakMegabytes: number
  seconds: number
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Several visitors at the same moment, each with one upload of several large files (issue: both forms). */
export async function uploads({
  visitors,
  filesEach,
  megabytes,
  secondsEach = 0,
}: {
  visitors: number
  filesEach: number
  megabytes: number
  /** How long a visitor's connection needs at least. */
  secondsEach?: number
}): Promise<UploadFigures> {
  const stateDir = await mkdtemp(join(tmpdir(), 'vcp-x-uploads-'))
  await prepareState(stateDir)
  const upstream = await startFakeUpstream()
  // The fake upstream runs in this busy process; how fast it answers is not what is measured.
  const worker = await startKillableWorker(stateDir, { UPSTREAM_URL: upstream.origin, UPSTREAM_TIMEOUT_MS: '60000' })
  try {
    const bodies = Array.from({ length: visitors }, () => bodyOf(filesEach, megabytes))
    const heap = await watchHeap(worker.inspectorPort)
    const started = Date.now()
    const references = await Promise.all(
      bodies.map(({ form }, visitor) =>
        // Not all at the same second at the end: this process is the upstream of all of them.
        upload(worker.origin, form, visitor, secondsEach * (1 + visitor / visitors)),
      ),
    )
    const seconds = (Date.now() - started) / 1000
    const peakMegabytes = Math.round(((await heap.stop()) / MEGABYTE) * 10) / 10
    const arrived = references.map((reference) =>
      (upstream.files.get(valueOf(reference)) ?? []).map(({ part }) => digest(part.bytes)),
    )
    const intact = bodies.flatMap(({ digests }, index) =>
      digests.filter((expected, at) => arrived[index]?.[at] === expected),
    ).length
    return { files: visitors * filesEach, intact, peakMegabytes, seconds }
  } finally {
    await worker.close()
    await upstream.close()
    await rm(stateDir, { recursive: true, force: true })
  }
}

/** The bytes in a hundred pieces, evenly over so many seconds. */
async function* slowly(bytes: Uint8Array, seconds: number): AsyncGenerator<Uint8Array> {
  const piece = Math.ceil(bytes.length / 100)
  for (let at = 0; at < bytes.length; at += piece) {
    yield bytes.subarray(at, at + piece)
    await sleep(seconds * 10)
  }
}

function bodyOf(files: number, megabytes: number): { form: FormData; digests: string[] } {
  const form = new FormData()
  form.set('company_id', NIL_UUID)
  form.set('file_id', '')
  form.set('acl', 'private')
  const digests = Array.from({ length: files }, (_, at) => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(megabytes * MEGABYTE - 9)])
    form.append('files', new File([bytes], `${at}.pdf`))
    return digest(bytes)
  })
  return { form, digests }
}

async function upload(origin: string, form: FormData, visitor: number, seconds: number): Promise<string> {
  const { headers, body } = new Response(form)
  const bytes = await new Response(body).bytes()
  const answer = await fetch(`${origin}/api/file/upload`, {
    method: 'POST',
    body: Readable.toWeb(Readable.from(slowly(bytes, seconds))),
    duplex: 'half',
    headers: {
      'content-type': headers.get('content-type') ?? '',
      cookie: 'XSRF-TOKEN=t',
      'x-xsrf-token': 't',
      'cf-connecting-ip': `10.3.0.${visitor}`,
    },
  } as RequestInit)
  if (!answer.ok) throw new Error(`An upload was answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: string }).data
}
