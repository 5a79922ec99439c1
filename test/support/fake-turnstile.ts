import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Turnstile's siteverify for tests: tokens that begin with `good` are good once, or again with the same idempotency key. */
export interface FakeTurnstile {
  address: string
  /** What was asked, in its order. */
  questions: Record<string, string>[]
  /** How it answers: as it should, not at all, with a page instead of a verdict, or that the secret is wrong. */
  mood: 'well' | 'hanging' | 'garbage' | 'wrong-secret'
  close(): Promise<void>
}

/** Starts it on 127.0.0.1. */
export async function startFakeTurnstile(): Promise<FakeTurnstile> {
  const used = new Map<string, string>()
  const fake: Omit<FakeTurnstile, 'address' | 'close'> = { questions: [], mood: 'well' }
  const verdictOn = ({
    response = '',
    idempotency_key = '',
  }: Record<string, string>): { success: boolean; 'error-codes': string[] } => {
    if (fake.mood === 'wrong-secret') return { success: false, 'error-codes': ['invalid-input-secret'] }
    if (!response.startsWith('good')) return { success: false, 'error-codes': ['invalid-input-response'] }
    const before = used.get(response)
    if (before !== undefined && before !== idempotency_key)
      return { success: false, 'error-codes': ['timeout-or-duplicate'] }
    used.set(response, idempotency_key)
    return { success: true, 'error-codes': [] }
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const question = Object.fromEntries(new URLSearchParams(text))
      fake.questions.push(question)
      if (fake.mood === 'hanging') return
      if (fake.mood === 'garbage') response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway')
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(verdictOn(question)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(fake, {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/turnstile/v0/siteverify`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}
