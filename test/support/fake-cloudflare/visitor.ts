import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Account, Worker } from './account.ts'
import type { Edge } from './edge.ts'

/** By which a request names the host that it would have asked by DNS. */
export const HOST_HEADER = 'x-fake-host'
/** Whether it would have come by https. */
export const SCHEME_HEADER = 'x-fake-scheme'

interface Visit {
  account: Account
  edge: Edge
  host: string
  request: IncomingMessage
  response: ServerResponse
  body: Uint8Array<ArrayBuffer>
}

/** The Worker that a host leads to: by a custom domain, or by a route for a custom hostname. */
function workerOf({ domains, zones, workers }: Account, host: string): Worker | undefined {
  const route = zones
    .flatMap(({ routes, customHostnames }) => (customHostnames.some(({ hostname }) => hostname === host) ? routes : []))
    .find(({ pattern }) => pattern === `${host}/*`)
  const ofPlatform = workers.find((one) => one.subdomain.enabled && host === `${one.name}.company.workers.dev`)
  if (ofPlatform) return ofPlatform
  const name = domains.find(({ hostname }) => hostname === host)?.service ?? route?.script
  return workers.find((worker) => worker.name === name)
}

/** The version that answers: the one with the visitors, or one of the deployment that a header names. */
function versionOf({ name, deployments }: Worker, override: string | undefined): string {
  const versions = deployments.at(-1)?.versions ?? []
  const asked = new RegExp(`(?:^|,)\\s*${name}="([0-9a-f-]+)"`).exec(override ?? '')?.[1]
  return String(
    (versions.find(({ version_id }) => version_id === asked) ?? versions.find(({ percentage }) => percentage === 100))
      ?.version_id,
  )
}

/** A request of a visitor to a host of the account. */
export async function answerVisitor({ account, edge, host, request, response, body }: Visit): Promise<void> {
  const worker = workerOf(account, host)
  const scheme = String(request.headers[SCHEME_HEADER] ?? 'http')
  if (!worker) return void response.writeHead(530).end('error code: 1016')
  const path = String(request.url)
  // The settings of a custom hostname are those of the zone that has it.
  const zone = account.zones.find(
    ({ name, customHostnames }) =>
      host === name || host.endsWith(`.${name}`) || customHostnames.some(({ hostname }) => hostname === host),
  )
  if (scheme === 'http' && request.headers[SCHEME_HEADER] && zone?.settings.always_use_https === 'on')
    return void response.writeHead(301, { location: `https://${host}${path}` }).end()
  const application = account.access.find(
    (one) => one.host === host && one.paths.some((prefix) => path.startsWith(prefix)),
  )
  const proof = /(?:^|; )CF_Authorization=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]
  if (application && !proof)
    return void response.writeHead(302, { location: `${application.team}/cdn-cgi/access/login/${host}` }).end()

  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !/^(?:host|connection|content-length|transfer-encoding|x-fake-)/.test(name))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  headers.set('cf-connecting-ip', String(request.headers['cf-connecting-ip'] ?? '203.0.113.7'))
  if (application && proof) headers.set('cf-access-jwt-assertion', proof)
  else headers.delete('cf-access-jwt-assertion')
  const version = versionOf(worker, String(request.headers['cloudflare-workers-version-overrides'] ?? ''))
  const answer = await edge.visit(version, `${scheme}://${host}${path}`, {
    method: String(request.method),
    headers,
    ...(body.length > 0 && { body }),
  })
  const names = [...answer.headers].filter(
    ([name]) => !/^(?:set-cookie|content-encoding|content-length|transfer-encoding)$/.test(name),
  )
  response.writeHead(
    answer.status,
    [...names, ...answer.headers.getSetCookie().map((cookie) => ['set-cookie', cookie])].flat(),
  )
  response.end(new Uint8Array(await answer.arrayBuffer()))
}
