import { setTimeout as sleep } from 'node:timers/promises'

/** What the Worker's isolate takes up, in bytes: objects, buffers and what the runtime keeps for it. */
interface HeapUsage {
  usedSize: number
  backingStorageSize?: number
  embedderHeapUsedSize?: number
}

const PAUSE_MS = 25

/** Watches the heap of a Worker through its debugger. `stop` gives the highest sum seen, in bytes. */
export async function watchHeap(inspectorPort: number): Promise<{ stop(): Promise<number> }> {
  // The debugger speaks only to clients that name themselves.
  const options = { headers: { 'user-agent': 'Node.js', origin: 'http://127.0.0.1' } }
  const socket = new WebSocket(`ws://127.0.0.1:${inspectorPort}/ws`, options as never)
  await new Promise<void>((open, fail) => {
    socket.addEventListener('open', () => open(), { once: true })
    socket.addEventListener('error', () => fail(new Error('The debugger of the Worker cannot be reached.')), {
      once: true,
    })
  })
  let id = 0
  const ask = () =>
    new Promise<HeapUsage>((done) => {
      const asked = ++id
      const hear = ({ data }: MessageEvent<string>) => {
        const message = JSON.parse(data) as { id?: number; result?: HeapUsage }
        if (message.id !== asked || !message.result) return
        socket.removeEventListener('message', hear)
        done(message.result)
      }
      socket.addEventListener('message', hear)
      socket.send(JSON.stringify({ id: asked, method: 'Runtime.getHeapUsage' }))
    })
  let peak = 0
  let over = false
  const watching = (async () => {
    while (!over) {
      const { usedSize, backingStorageSize = 0, embedderHeapUsedSize = 0 } = await ask()
      peak = Math.max(peak, usedSize + backingStorageSize + embedderHeapUsedSize)
      await sleep(PAUSE_MS)
    }
  })()
  return {
    async stop() {
      over = true
      await watching
      socket.close()
      return peak
    },
  }
}
