import type { Env } from '../env.ts'
import type { Outbox } from './outbox.ts'

/** The outbox of a brand. */
export const outboxOf = (env: Pick<Env, 'OUTBOX'>, brandId: string): DurableObjectStub<Outbox> =>
  (env.OUTBOX as DurableObjectNamespace<Outbox>).getByName(brandId)
