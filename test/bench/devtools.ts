import { once } from 'node:events'
import { launch } from 'chrome-launcher'
import type { TraceEvent } from './trace-work.ts'

/** What Chromium answers, or tells by itself. */
interface Message {
  id?: number
  sessionId?: string
  method?: string
  params?: { value?: TraceEvent[] }
  result?: object
  error?: { message: string }
}

/** A connection to Chromium by its DevTools protocol. */
export interface DevTools {
  /** @throws Error where Chromium refuses */
  send<Result extends object>(method: string, params?: object, sessionId?: string): Promise<Result>
  /** Waits for an event of a session, or of the browser. */
  event(method: string, sessionId?: string): Promise<void>
  /** The events of a trace while `act` runs. */
  trace(categories: string[], act: () => Promise<void>): Promise<TraceEvent[]>
}

/**
 * Chromium as a visitor has it, for as long as `use` takes. Playwright and Lighthouse switch the protocol's Runtime domain on, and V8
 * then parses each script once more for the stack traces of the debugger: 150 ms for the app at four times slowdown.
 */
export async function withDevTools<T>(use: (devTools: DevTools) => Promise<T>): Promise<T> {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic'],
    logLevel: 'silent',
  })
  try {
    const version = await fetch(`http://127.0.0.1:${chrome.port}/json/version`)
    const { webSocketDebuggerUrl } = (await version.json()) as { webSocketDebuggerUrl: string }
    return await use(await connect(webSocketDebuggerUrl))
  } finally {
    chrome.kill()
  }
}

async function connect(url: string): Promise<DevTools> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  let count = 0
  const waiting = new Map<number | string, (message: Message) => void>()
  let traced: TraceEvent[] = []
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.method === 'Tracing.dataCollected') traced.push(...(message.params?.value ?? []))
    const key = message.id ?? `${message.sessionId ?? ''} ${message.method}`
    waiting.get(key)?.(message)
    waiting.delete(key)
  })
  const send = <Result extends object>(method: string, params: object = {}, sessionId?: string): Promise<Result> =>
    new Promise((done, fail) => {
      waiting.set(++count, ({ result = {}, error }) =>
        error ? fail(new Error(`${method}: ${error.message}`)) : done(result as Result),
      )
      socket.send(JSON.stringify({ id: count, method, params, ...(sessionId && { sessionId }) }))
    })
  const event: DevTools['event'] = (method, sessionId = '') =>
    new Promise((done) => waiting.set(`${sessionId} ${method}`, () => done()))
  return {
    send,
    event,
    async trace(categories, act) {
      traced = []
      await send('Tracing.start', { traceConfig: { includedCategories: categories } })
      await act()
      const complete = event('Tracing.tracingComplete')
      await send('Tracing.end')
      await complete
      return traced
    },
  }
}
