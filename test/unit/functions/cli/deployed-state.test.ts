import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { remoteConfig, withDeployedState } from '../../../../functions/cli/deployed-state.ts'
import { recordingWrangler, type RecordingWrangler } from '../../../support/recording-wrangler.ts'

let wrangler: RecordingWrangler
beforeAll(async () => {
  wrangler = await recordingWrangler()
})
afterAll(() => wrangler.remove())
beforeEach(() => wrangler.reset())
afterEach(() => vi.unstubAllEnvs())

test('a command for the deployed site never takes the account that wrangler has seen before', async () => {
  vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', undefined)
  await expect(withDeployedState(() => Promise.resolve())).rejects.toThrow(
    'Set CLOUDFLARE_ACCOUNT_ID to the account of the site',
  )
  expect(await wrangler.calls()).toEqual([])
})

test('a backup and a restore reach the storage of the deployed version by remote bindings, and its commands', async () => {
  wrangler.answer('deployments status', { prints: 'a note\n{"versions":[{"version_id":"v1","percentage":100}]}' })
  const bindings = [
    { type: 'd1', name: 'DB', id: 'd1-id' },
    { type: 'kv_namespace', name: 'CACHE', namespace_id: 'kv-id' },
    { type: 'r2_bucket', name: 'FILES', bucket_name: 'files', jurisdiction: 'eu' },
    { type: 'plain_text', name: 'CANARY', text: '' },
  ]
  wrangler.answer('versions view v1', { prints: JSON.stringify({ id: 'v1', resources: { bindings } }) })
  expect(await remoteConfig()).toMatchObject({
    name: 'vcp-x-home-operator',
    d1_databases: [{ binding: 'DB', database_id: 'd1-id', remote: true }],
    kv_namespaces: [{ binding: 'CACHE', id: 'kv-id', remote: true }],
    r2_buckets: [{ binding: 'FILES', bucket_name: 'files', jurisdiction: 'eu', remote: true }],
    services: [{ binding: 'COMMAND_LINE', service: 'vcp-x-home', entrypoint: 'CommandLine', remote: true }],
  })
})

test.each([
  ['is not deployed', { exit: 1, prints: 'This Worker does not exist on your account.' }, 'This Worker does not exist'],
  ['is answered otherwise', { prints: '{"versions":[]}' }, 'answer is not understood'],
  ['is answered without JSON', { prints: 'a note' }, 'answer is not understood'],
])('an operator is told in words where the site %s', async (_, answer, words) => {
  wrangler.answer('deployments status', answer)
  await expect(remoteConfig()).rejects.toThrow(words)
})
