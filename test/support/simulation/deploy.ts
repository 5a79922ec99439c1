import { ENDED } from '../outbox-disk.ts'
import type { Outbox } from '../outbox-under-test.ts'

/**
 * What a deploy may bring. `faulty part`: wrong settings of what the site can do without. `no start`: a wrong one of what nothing works
 * without. `paused`: nothing is delivered.
 */
export type Deploy = 'right' | 'faulty part' | 'no start' | 'paused'

/** The settings that differ from the right ones. */
export const CHANGED: Record<Deploy, object> = {
  right: {},
  'faulty part': { ACCESS_TEAM_DOMAIN: 'https://team.cloudflareaccess.com/', MAIL_FROM: 'nobody', CANARY: 'A brand' },
  'no start': { UPSTREAM_TIMEOUT_MS: 'soon' },
  paused: { PAUSED: 'on' },
}

/** Where no process can start: nobody gets an answer. */
export const NO_OUTBOX = new Proxy({} as Outbox, { get: () => () => Promise.reject(new Error(ENDED)) })
