import type { Env } from '../env.ts'
import { inTime } from '../http/deadline.ts'

/** R2 keys of the certificates. Backups leave them out, so that a restore knows what was destroyed after its backup (decision 045). */
export const CERTIFICATE_PREFIX = 'certificates/'

/** Notes before a destruction that an inquiry is destroyed. A certificate has no personal data and is kept. @throws where R2 does not take it */
export async function certify({ FILES }: Pick<Env, 'FILES'>, receipt: string, now: Date): Promise<void> {
  await inTime(FILES.put(CERTIFICATE_PREFIX + receipt, now.toISOString()))
}

/** When each inquiry with a certificate was destroyed, in milliseconds since epoch by receipt. */
export async function readCertificates({ FILES }: Pick<Env, 'FILES'>): Promise<Map<string, number>> {
  const certificates = new Map<string, number>()
  for (let cursor: string | undefined; ;) {
    const page = await FILES.list({ prefix: CERTIFICATE_PREFIX, ...(cursor && { cursor }) })
    for (const { key, uploaded } of page.objects)
      certificates.set(key.slice(CERTIFICATE_PREFIX.length), uploaded.getTime())
    if (!page.truncated) return certificates
    cursor = page.cursor
  }
}
