import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerCall, type FakeAnswer, type FakeState } from './answers.ts'
import { sampleBoards } from './boards.ts'
import { drawFault, type Fault, playFault } from './faults.ts'
import { recordCall, type RecordedCall } from './recorded-call.ts'

/** A remote upstream for tests: good answers, every request on record, faults on demand. */
export interface FakeUpstream extends FakeState {
  origin: string
  /** Every request that arrived, faulty answers included, in their order. */
  calls: RecordedCall[]
  /** By path below `/api/`, without a file's key (`file/read`); `*` for every call. */
  faults: Map<string, Fault>
  /** Files that it is sending. */
  downloads: number
  /** Requests for one path, to count them. */
  callsOf(path: string): RecordedCall[]
  close(): Promise<void>
}

export interface FakeUpstreamOptions {
  /** 0: a free one. */
  port?: number
  /** Chance, for mixed faults; a test hands in a seeded one. */
  random?: () => number
}

/** Starts it on 127.0.0.1, with small boards for the brands `default` and `partner-a`. */
export async function startFakeUpstream({
  port = 0,
  random = Math.random,
}: FakeUpstreamOptions = {}): Promise<FakeUpstream> {
  const upstream: Omit<FakeUpstream, 'origin' | 'close'> = {
    calls: [],
    downloads: 0,
    faults: new Map(),
    boards: new Map([
      ['default', sampleBoards('default')],
      ['partner-a', sampleBoards('partner-a')],
    ]),
    files: new Map(),
    inquiries: [],
    callsOf: (path) => upstream.calls.filter((call) => call.path === path),
  }
  const server = createServer((request, response) => {
    serve(request, response, upstream, random).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.address() as AddressInfo
  return Object.assign(upstream, {
    origin: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: Omit<FakeUpstream, 'origin' | 'close'>,
  random: () => number,
): Promise<void> {
  const call = await recordCall(request)
  upstream.calls.push(call)
  const path = call.path.startsWith('file/read/') ? 'file/read' : call.path
  const fault = drawFault(upstream.faults.get(path) ?? upstream.faults.get('*'), random)
  if (fault?.kind === 'slow') await sleep(fault.ms)
  else if (fault) {
    if (fault.afterwards) answerCall(call, upstream)
    playFault(fault, response)
    return
  }
  if (path === 'file/read') {
    upstream.downloads++
    response.once('close', () => upstream.downloads--)
  }
  send(answerCall(call, upstream), response)
}

function send(answer: FakeAnswer, response: ServerResponse): void {
  if ('json' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.json))
    return
  }
  const { file } = answer
  response
    .writeHead(200, {
      'content-type': file.type ?? 'application/octet-stream',
      'content-length': file.bytes.length,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.filename ?? 'file')}`,
    })
    .end(file.bytes)
}
