import type { ServerResponse } from 'node:http'

/** What goes wrong with a call. `afterwards`: the upstream does what it was asked for, and only its answer is lost. */
export type Fault =
  | { kind: 'hang'; afterwards?: boolean }
  | { kind: 'status'; status: number; afterwards?: boolean }
  | { kind: 'reset'; afterwards?: boolean }
  | { kind: 'garbage'; as: 'html' | 'broken-json' | 'wrong-shape' | 'empty' | 'cut-off'; afterwards?: boolean }
  | { kind: 'redirect'; to: string; afterwards?: boolean }
  | { kind: 'huge'; bytes: number; afterwards?: boolean }
  /** Answers well, but late. */
  | { kind: 'slow'; ms: number }
  /** Sends the head at once and the body never. */
  | { kind: 'stalled-body'; afterwards?: boolean }
  /** A share of the calls, from 0 to 1, meets one of the faults. */
  | { kind: 'mix'; share: number; of: Fault[] }

/** The fault that this call meets, a mix resolved by chance. */
export function drawFault(fault: Fault | undefined, random: () => number): Exclude<Fault, { kind: 'mix' }> | undefined {
  if (fault?.kind !== 'mix') return fault
  if (random() >= fault.share) return undefined
  return drawFault(fault.of[Math.floor(random() * fault.of.length)], random)
}

const garbage = {
  html: '<!doctype html><title>Bad gateway</title><h1>It works!</h1>',
  'broken-json': '{"data": [{"board_uuid": ',
  'wrong-shape': '{"data": [{"id": 1}, "nothing", null], "error": {"message": "boom"}}',
  empty: '',
  'cut-off': '{"data": []}',
} as const

/** Plays a fault out on an answer that has not begun. */
export function playFault(fault: Exclude<Fault, { kind: 'mix' } | { kind: 'slow' }>, response: ServerResponse): void {
  switch (fault.kind) {
    case 'hang':
      return
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'status':
      response.writeHead(fault.status, { 'content-type': 'application/json' }).end('{"message": "fault on demand"}')
      return
    case 'redirect':
      response.writeHead(302, { location: fault.to }).end()
      return
    case 'stalled-body':
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data": [')
      return
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' })
      writeHuge(response, fault.bytes)
      return
    case 'garbage': {
      const body = garbage[fault.as]
      // A body shorter than announced ends with a closed connection.
      const announced = Buffer.byteLength(body) + (fault.as === 'cut-off' ? 50 : 0)
      response.writeHead(200, {
        'content-type': fault.as === 'html' ? 'text/html' : 'application/json',
        'content-length': announced,
      })
      response.write(body, () => (fault.as === 'cut-off' ? response.socket?.destroy() : response.end()))
    }
  }
}

function writeHuge(response: ServerResponse, bytes: number): void {
  const chunk = Buffer.alloc(65_536, ' ')
  let left = bytes
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length
      if (!response.write(chunk)) {
        response.once('drain', more)
        return
      }
    }
    if (!response.destroyed) response.end('{"data": []}')
  }
  more()
}
