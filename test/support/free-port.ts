import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that a system gives to outgoing connections, so that none of them takes the port before it is used. */
const [FIRST, LAST] = [20_000, 32_000]

/** A port of 127.0.0.1 on which nobody listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    const probe = createServer()
    const isFree = await new Promise<boolean>((done) => {
      probe.once('error', () => done(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
    })
    if (isFree) return port
  }
}
