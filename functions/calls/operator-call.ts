import type { Scope } from '../contract/scope.ts'
import type { Env } from '../env.ts'

/** On whose behalf and on what a command is done. */
export interface Call {
  env: Pick<Env, 'DB' | 'CACHE' | 'FILES'>
  /** E-mail address of the operator, `local` for a session on this machine, or `command:` and who typed it. */
  actor: string
  /** For which brand the actor acts. */
  scope: Scope
  now: Date
  /** Keeps work going after the answer; without it the clock does what is left. */
  waitUntil?(this: void, work: Promise<unknown>): void
}

/** Given back by a function that found its wish true already, so that it did nothing and needs no line in the log. */
export const UNCHANGED = Symbol('unchanged')
