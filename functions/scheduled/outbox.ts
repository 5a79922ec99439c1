import { destroyInquiry } from '../commands/inquiries/mark-and-destroy.ts'
import { ALL_BRANDS } from '../contract/scope.ts'
import { parseEnv } from '../env.ts'
import { logFailure } from '../log.ts'
import { Outbox as BrandOutbox } from '../outbox/outbox.ts'

/** How the log names who destroys what is due. */
const ACTOR = 'clock'

/** The outbox of a brand with what the clock has it do beside its own work. */
export class Outbox extends BrandOutbox {
  override async destroyDue(receipts: readonly string[], now: Date): Promise<number> {
    const env = parseEnv(this.env)
    const requestId = `scheduled-${now.toISOString()}`
    let failed = 0
    for (const receipt of receipts)
      try {
        await this.deeds.end(receipt, now, () =>
          destroyInquiry.perform({ env, actor: ACTOR, scope: ALL_BRANDS, now, requestId }, { receipt }),
        )
      } catch (error) {
        failed++
        logFailure(
          'error',
          {
            requestId,
            method: 'SCHEDULED',
            path: '',
            code: 'not-destroyed',
            receipt,
          },
          error,
        )
      }
    return failed
  }
}
