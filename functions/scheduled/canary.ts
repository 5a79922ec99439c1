import { v4 as uuid } from 'uuid'
import { brands } from '../brand/hosts.ts'
import { SALES_RECIPIENT } from '../contract/form-fields.ts'
import { inquiryBody } from '../contract/inquiry-body.ts'
import { processedMonths } from '../contract/retention.ts'
import { eachField } from '../contract/inquiry-fields.ts'
import { readPause } from '../database/pause.ts'
import type { Env } from '../env.ts'
import { listOutboxes, outboxOf } from '../outbox/brand-outbox.ts'
import { accept } from '../inquiry/accept.ts'

const WHAT_IT_IS = '자동 점검 / Automatic check, no customer'
/** States on every field what it is; the address cannot exist (RFC 2606). */
const CANARY = inquiryBody.parse({
  ...eachField(() => WHAT_IT_IS),
  inquiry_mail: 'canary@site.invalid',
  content:
    '사이트가 스스로 보낸 점검 문의입니다. / The site has sent this inquiry itself to check that inquiries arrive.',
  phone_number_homepage: '+82-000',
  recipient_type: SALES_RECIPIENT,
  inquiry_type: 'quote',
  is_home_unite: false,
  is_home_inquiry: true,
})

/**
 * Sends an inquiry of our own through the real path, where `CANARY` names its brand. It is counted as nobody's inquiry. While one waits
 * no other is sent, so that an upstream that returns gets one. Those that have arrived or could not be delivered are destroyed, also
 * after the canary was switched off. A site that is paused sends none.
 */
export async function runCanary(env: Env): Promise<void> {
  // While D1 fails the outbox knows whether it sends.
  const isPaused = (await readPause(env.DB).catch(() => null)) !== null
  const brand = isPaused ? undefined : brands.find(({ id }) => id === env.CANARY)
  if (brand && !(await outboxOf(env, brand.id).canaries()).isWaiting) {
    const { id, whiteLabel, origin } = brand
    const requestId = `canary-${uuid()}`
    const visitor = {
      brandId: id,
      whiteLabel,
      origin,
      requestId,
      turnstile: null,
      processedMonths: processedMonths(brand),
      privacyVersions: [],
      locale: null,
    }
    const request = new Request(origin)
    await accept({ env, visitor, request, inquiry: CANARY, key: uuid(), turnstileToken: null, canary: true })
  }
  for (const brandId of await listOutboxes(env, brand ? [brand.id] : [])) {
    const outbox = outboxOf(env, brandId)
    for (const receipt of (await outbox.canaries()).ended) await outbox.destroy(receipt)
  }
}
