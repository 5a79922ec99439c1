import { adminEnvSchema } from '../../../functions/env'
import { logFailure } from '../../../functions/log'

/** Who may enter the admin (docs/contract.md#9). One of the two is set. */
export interface AdminSettings {
  /** Cloudflare Access: the issuer, such as `https://team.cloudflareaccess.com`, and the application's audience tag. */
  access: { issuer: string; audience: string } | null
  /** The secret of this start, exchanged for a cookie on a loopback host. */
  token: string | null
}

/**
 * The settings of the admin; null where there is no admin: neither identity is set, or the settings have faults, which are logged.
 * @param raw the Worker's env as the runtime gives it
 */
export function adminSettings(raw: object, requestId: string): AdminSettings | null {
  const result = adminEnvSchema.safeParse(raw)
  if (!result.success) {
    logFailure(
      'error',
      { requestId, code: 'admin-settings', faults: result.error.issues.map(({ message }) => message) },
      result.error,
    )
    return null
  }
  const { ACCESS_TEAM_DOMAIN: issuer, ACCESS_AUD: audience, ADMIN_TOKEN: token } = result.data
  const access = issuer && audience ? { issuer, audience } : null
  return access || token ? { access, token: token || null } : null
}
