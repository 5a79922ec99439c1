import { execFile } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkAdmin, checkReady } from '../../../../functions/cli/admin-check.ts'

/* `npm run deploy -- --check URL` against a site that answers what a deployment may answer. */
const server = createServer()
afterEach(() => {
  server.removeAllListeners('request')
  server.close()
  vi.restoreAllMocks()
})

/** Serves these answers and gives the address of the site. */
async function serve(answer: RequestListener): Promise<string> {
  server.on('request', answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/ko`
}
const printed = () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  return () => log.mock.calls.map(([line]) => line as string)
}
const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(code, headers).end()
const redirect = (location: string) => status(302, { location })

describe('the check that the admin is closed', () => {
  test('asks each address without a proof and with a wrong one', async () => {
    const asked: string[] = []
    const address = await serve((request, response) => {
      asked.push(`${request.url} ${request.headers['cf-access-jwt-assertion'] ?? request.headers.cookie ?? ''}`.trim())
      const [code, body] = request.url === '/readyz' ? [200, '{"checks":[]}'] : [404, '']
      response.writeHead(code).end(body)
    })
    const command = ['functions/cli/command.js', 'deploy', '--check', address]
    const { stdout } = await promisify(execFile)(process.execPath, command)
    expect(asked).toEqual([
      '/admin',
      '/admin?token=wrong',
      '/admin/inquiries wrong',
      '/admin/inquiries.csv admin=wrong',
      '/api/admin/inquiries',
      '/readyz',
    ])
    expect(stdout).toContain('/admin: 404, not there')
    expect(stdout).toContain('The admin is closed to the public.')
  })

  test('passes where Access asks who it is', async () => {
    const lines = printed()
    await checkAdmin(await serve(redirect('https://team.cloudflareaccess.com/cdn-cgi/access/login/x')))
    expect(lines().filter((line) => line.endsWith(': 302, behind Access'))).toHaveLength(5)
  })

  test.each([
    ['shows a page', status(200), '200, open'],
    ['leaves the refusal to the Worker', status(403), '403, refused by the Worker'],
    ['fails', status(500), '500, open'],
    ['leads to another site', redirect('https://login.example/'), '302, open'],
    ['leads to a name that only looks like Access', redirect('https://x.cloudflareaccess.com.example/'), '302, open'],
    ['leads to Access without https', redirect('http://team.cloudflareaccess.com/'), '302, open'],
  ])('fails where the site %s', async (_, answer, finding) => {
    const lines = printed()
    await expect(checkAdmin(await serve(answer))).rejects.toThrow(
      'Access is not in front of /admin, /admin?token=wrong, /admin/inquiries,',
    )
    expect(lines()).toHaveLength(5)
    expect(lines()[0]).toBe(`/admin: ${finding}`)
  })

  test('names the one address that is open', async () => {
    printed()
    const address = await serve((request, response) =>
      response.writeHead(request.url === '/api/admin/inquiries' ? 200 : 404).end(),
    )
    await expect(checkAdmin(address)).rejects.toThrow('Access is not in front of /api/admin/inquiries. ')
  })

  test.each([
    ['my-site', 'is not an address'],
    ['http://127.0.0.1:1', 'cannot be reached'],
  ])('says what is wrong with %s', async (address, message) => {
    await expect(checkAdmin(address)).rejects.toThrow(message)
  })
})

test('the check of a deployed site refuses what /readyz refuses, such as a Turnstile site key without its secret', async () => {
  const checks = [
    { name: 'DB', ok: true },
    { name: 'TURNSTILE_SECRETS', ok: false, detail: 'A site key has no secret.' },
  ]
  const address = await serve((_, response) => response.writeHead(503).end(JSON.stringify({ checks })))
  await expect(checkReady(address)).rejects.toThrow('TURNSTILE_SECRETS: A site key has no secret.')
})
