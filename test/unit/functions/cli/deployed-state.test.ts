import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { withDeployedState } from '../../../../functions/cli/deployed-state.ts'

afterEach(() => vi.unstubAllEnvs())

test('a command for the deployed site never guesses the account, nor takes the one that wrangler has seen before', async () => {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(String(url.split('?')[0]))
    const result = ['first', 'second'].map((id) => ({ id, name: `${id} company` }))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: true, errors: [], messages: [], result }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  vi.stubEnv('CLOUDFLARE_API_BASE_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  vi.stubEnv('CLOUDFLARE_API_TOKEN', 'token')
  vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', undefined)
  const refusal = withDeployedState('Backup', () => Promise.resolve()).finally(() => server.close())
  await expect(refusal).rejects.toThrow('Set CLOUDFLARE_ACCOUNT_ID to the account of the site.')
  expect(asked).toEqual(['/accounts'])
})
