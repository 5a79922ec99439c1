import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Receipt } from '../../functions/contract/inquiry-body.ts'

/** One visitor's inquiry, from the moment that the edge has accepted it. */
export interface Accepted {
  key: string
  /** Tells the inquiries apart in what the upstream got. */
  subject: string
  receipt: string
  state: Receipt['state']
  /** How often it was posted before it was accepted. */
  tries: number
}

const TRIED_FOR_MS = 240_000
const PAUSE_MS = 200

/**
 * Sends inquiry `number` as a careful client does: again and again under one key until it is accepted.
 * Each is a client of its own, so that the rate limit stays out of the way.
 * @throws Error where it is refused, or not accepted in four minutes
 */
export async function sendUntilAccepted(origin: string, number: number): Promise<Accepted> {
  const key = randomUUID()
  const subject = `Inquiry ${number}`
  const until = Date.now() + TRIED_FOR_MS
  for (let tries = 1; Date.now() < until; tries++) {
    const receipt = await post(origin, number, key, subject)
    if (receipt) return { key, subject, ...receipt, tries }
    await sleep(PAUSE_MS)
  }
  throw new Error(`${subject} was not accepted in four minutes.`)
}

/** Posts an inquiry once. Gives null where the Worker did not answer, or with a 5xx. @throws Error on a 4xx */
export async function post(origin: string, number: number, key: string, subject: string): Promise<Receipt | null> {
  try {
    const answer = await fetch(`${origin}/api/board/inquiry`, {
      ...inquiryRequest(number, key, subject),
      signal: AbortSignal.timeout(20_000),
    })
    const text = await answer.text()
    if (answer.status === 200 || answer.status === 202) return (JSON.parse(text) as { data: Receipt }).data
    if (answer.status < 500) throw new RefusedError(`An inquiry was answered ${answer.status}: ${text}`)
    return null
  } catch (error) {
    if (error instanceof RefusedError) throw error
    return null
  }
}

/** The request of one inquiry, from a client of its own for each number. */
export const inquiryRequest = (number: number, key: string, subject: string) => ({
  method: 'POST',
  body: JSON.stringify(inquiry(subject)),
  headers: {
    'content-type': 'application/json',
    cookie: 'XSRF-TOKEN=t',
    'x-xsrf-token': 't',
    'idempotency-key': key,
    'cf-connecting-ip': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
  },
})

class RefusedError extends Error {}

const inquiry = (subject: string) => ({
  inquiry_mail: 'visitor@company.example',
  subject,
  content: 'How do we begin?',
  file_ref_id: null,
  file_ref_id_homepage: null,
  phone_number_homepage: '+82-010-1234-5678',
  company_name: 'Example Co.',
  user_name: 'Gildong Hong',
  recipient_type: 'vcp-x',
  inquiry_type: 'quote',
  is_home_unite: false,
  is_home_inquiry: true,
})
