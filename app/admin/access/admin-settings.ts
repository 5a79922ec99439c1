import { brands } from '../../../functions/brand/hosts'
import { type Audience, audiencesOf } from '../../../functions/contract/access-audiences'
import { partOf } from '../../../functions/env'

/** Who may enter the admin (docs/contract.md#9). One of the two is set. */
export interface AdminSettings {
  /** Cloudflare Access: the issuer, such as `https://team.cloudflareaccess.com`, and its applications. */
  access: { issuer: string; audiences: Audience[] } | null
  /** The secret of this start, exchanged for a cookie on a loopback host. */
  token: string | null
}

/**
 * The settings of the admin; null where there is no admin: neither identity is set, or a setting is faulty, which /readyz names.
 * @param raw the Worker's env as the runtime gives it
 */
export function adminSettings(raw: object): AdminSettings | null {
  const settings = partOf(raw, 'admin')
  if (!settings) return null
  const { ACCESS_TEAM_DOMAIN: issuer, ACCESS_AUD, ADMIN_TOKEN: token } = settings
  const { audiences } = audiencesOf(
    ACCESS_AUD,
    brands.map(({ id }) => id),
  )
  const access = issuer && audiences.length > 0 ? { issuer, audiences } : null
  return access || token ? { access, token: token || null } : null
}
