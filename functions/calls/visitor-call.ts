import type { ApiVisitor } from '../contract/api-visitor.ts'
import type { Env } from '../env.ts'

/** On whose behalf a page or a call of the API reads. */
export interface VisitorCall {
  /** @throws SettingsError */
  readonly env: Env
  visitor: ApiVisitor
  /** Keeps work going after the answer. */
  waitUntil(this: void, work: Promise<unknown>): void
}
