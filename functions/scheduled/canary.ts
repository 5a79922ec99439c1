import { v4 as uuid } from 'uuid'
import { brands } from '../brand/hosts.ts'
import { SALES_RECIPIENT, eachField } from '../contract/form-fields.ts'
import { inquiryBody } from '../contract/inquiry-body.ts'
import { deleteEndedCanaries, isCanaryWaiting } from '../database/inquiry-canary.ts'
import { readPause } from '../database/restore-pause.ts'
import type { Env } from '../env.ts'
import { accept } from '../inquiries/accept.ts'

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
 * Sends an inquiry of our own through the real path, where `CANARY` names its brand. It is in no list and no count: the queries of
 * functions/database say `canary = 0` (`NO_CANARY` in inquiry-search.ts). It makes no mail and calls no webhook (inquiries/accept.ts and
 * deliver.ts). While one waits no other is sent, so that an upstream that returns gets one. Those that have ended are deleted, also after
 * the canary was switched off; the last one that arrived stays, for `/readyz`. A site that is paused sends none.
 */
export async function runCanary(env: Env): Promise<void> {
  const isPaused = (await readPause(env.DB)) !== null
  const brand = isPaused ? undefined : brands.find(({ id }) => id === env.CANARY)
  if (brand && !(await isCanaryWaiting(env.DB))) {
    const { id, whiteLabel } = brand
    const visitor = {
      brandId: id,
      whiteLabel,
      requestId: `canary-${uuid()}`,
      csrfToken: null,
      turnstile: null,
      privacyVersions: [],
      locale: null,
    }
    await accept({ env, visitor, inquiry: CANARY, key: uuid(), turnstileToken: null, canary: true })
  }
  await deleteEndedCanaries(env.DB)
}
