import { afterEach, expect, test, vi } from 'vitest'
import { withDeployedState } from '../../../../functions/cli/deployed-state.ts'

afterEach(() => vi.unstubAllEnvs())

test('a command for the deployed site never takes the account that wrangler has seen before', async () => {
  vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', undefined)
  await expect(withDeployedState(() => Promise.resolve())).rejects.toThrow(
    'Set CLOUDFLARE_ACCOUNT_ID to the account of the site',
  )
})
