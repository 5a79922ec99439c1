import type { ApiVisitor } from '../contract/api-visitor.ts'
import { type Env, parseEnv } from '../env.ts'

/** On whose behalf a page or a call of the API reads. */
export interface VisitorCall {
  /** @throws SettingsError */
  readonly env: Env
  visitor: ApiVisitor
  /** Keeps work going after the answer. */
  waitUntil(this: void, work: Promise<unknown>): void
}

/**
 * On whose behalf a page reads.
 * @param raw the Worker's env as the runtime gives it; it is parsed when something is read, so that a faulty setting fails what needs it
 */
export const pageCall = (raw: object, visitor: ApiVisitor, ctx: ExecutionContext): VisitorCall => ({
  get env() {
    return parseEnv(raw)
  },
  visitor,
  waitUntil: (work) => ctx.waitUntil(work),
})
