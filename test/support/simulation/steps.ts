import fc from 'fast-check'
import { MAIL_EVENTS } from '../../../functions/contract/conversation.ts'
import type { Weather } from './platform.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR

export const ISOLATES = 3
export const OPERATORS = ['anna', 'ben', 'cho'] as const
export const COMMANDS = [
  'mark-processed',
  'mark-spam',
  'undo-processed',
  'destroy',
  'send-again',
  'answer',
  'answer-again',
  'claim',
  'save-answer-draft',
  'note',
  'remind',
] as const
/** Who writes to an inquiry beside its visitor: answers are copied to the first two, and an operator may admit each. */
export const COLLEAGUES = ['kim@customer.example', 'lee@customer.example', 'park@elsewhere.example'] as const

const index = (n: number) => fc.nat(n - 1)
const isolate = index(ISOLATES)
const brand = index(2)
/** Which of the calls that wait, or of the inquiries, is meant: taken modulo their number. */
const which = fc.nat(19)
const fate = fc.nat(59)
const operator = index(OPERATORS.length)
const one = fc.constantFrom
const step = <T extends string, R extends object>(name: T, rest: { [K in keyof R]: fc.Arbitrary<R[K]> }) =>
  fc.record({ do: fc.constant(name), ...rest }) as unknown as fc.Arbitrary<{ do: T } & R>

const weather: fc.Arbitrary<Partial<Weather>> = fc.oneof(
  fc.record({ storage: one<Weather['storage']>('calm', 'calm', 'stormy') }),
  fc.record({ upstream: one<Weather['upstream']>('up', 'up', 'down', 'unreachable', 'refuses', 'odd', 'odd') }),
  fc.record({ mail: one<Weather['mail']>('up', 'up', 'down', 'odd') }),
  fc.record({ webhooks: one<Weather['webhooks']>('up', 'up', 'down', 'odd') }),
)
const ms = one(
  SECOND,
  5 * SECOND,
  31 * SECOND,
  60 * SECOND,
  6 * 60 * SECOND,
  HOUR,
  5 * HOUR,
  23 * HOUR,
  DAY,
  9 * DAY,
  31 * DAY,
)
/** How the files of a form come. `uploaded before`: by a reference, or by the id under which they wait here. */
const files = one('none', 'none', 'with the form', 'uploaded before')

/** The weight of each kind of step in a run. */
const KINDS = [
  { weight: 40, arbitrary: step('answer one', { which, fate }) },
  { weight: 16, arbitrary: step('answer all', { fate, most: one(5, 20, 200), newestFirst: fc.boolean() }) },
  { weight: 12, arbitrary: step('send', { isolate, brand, key: index(3), text: one(0, 0, 0, 1), files }) },
  { weight: 2, arbitrary: step('telephone', { isolate, brand, key: index(3), text: one(0, 0, 0, 1) }) },
  { weight: 4, arbitrary: step('upload', { isolate, brand }) },
  { weight: 8, arbitrary: step('run', { isolate, cron: one('* * * * *', '* * * * *', '17 * * * *', '*/15 * * * *') }) },
  { weight: 8, arbitrary: step('look', { operator, which }) },
  {
    weight: 14,
    arbitrary: step('command', {
      isolate,
      operator,
      name: one(...COMMANDS),
      isProcessed: fc.boolean(),
      copies: index(3),
    }),
  },
  { weight: 3, arbitrary: step('send again', { isolate, which }) },
  { weight: 2, arbitrary: step('several', { isolate, operator, command: one('processed', 'spam', 'destroy') }) },
  { weight: 1, arbitrary: step('person', { isolate, operator, key: index(5) }) },
  {
    weight: 10,
    arbitrary: step('reply', {
      isolate,
      which,
      id: index(4),
      from: one('visitor', 'visitor', ...COLLEAGUES),
      isProven: one(true, true, false),
      isMachine: one(false, false, false, true),
      leavesOut: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: step('admit', { isolate, operator, which }) },
  { weight: 4, arbitrary: step('mail event', { isolate, which, event: one(...MAIL_EVENTS), isOfCopy: fc.boolean() }) },
  { weight: 8, arbitrary: step('weather', { weather }) },
  { weight: 10, arbitrary: step('pass', { ms }) },
  { weight: 4, arbitrary: step('die', { isolate }) },
  { weight: 1, arbitrary: step('back up', {}) },
  { weight: 1, arbitrary: step('restore', {}) },
  { weight: 2, arbitrary: step('resume', { isolate }) },
  { weight: 1, arbitrary: step('other upstream', {}) },
]
export const steps = fc.oneof(...KINDS)
type Kind<K> = K extends { arbitrary: fc.Arbitrary<infer S> } ? S : never
/** One thing that happens in the world. */
export type Step = Kind<(typeof KINDS)[number]>
