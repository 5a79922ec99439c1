import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newAccount, type Account } from './account.ts'
import { ApiRefusal } from './api-error.ts'
import { Enveloped, type Call, type Route } from './call.ts'
import { Edge } from './edge.ts'
import { Faults, nameOf, type Fault } from './faults.ts'
import { accountRoutes } from './account-routes.ts'
import { queueRoutes } from './queue-routes.ts'
import { storageRoutes } from './storage-routes.ts'
import { answerVisitor, HOST_HEADER } from './visitor.ts'
import { workerRoutes } from './worker-routes.ts'
import { zoneRoutes } from './zone-routes.ts'

const BASE = '/client/v4'
const routes: Route[] = [...accountRoutes, ...storageRoutes, ...queueRoutes, ...workerRoutes, ...zoneRoutes]

export interface FakeCloudflare {
  account: Account
  edge: Edge
  faults: Faults
  origin: string
  /** What a command needs to work with this account and to reach its hosts. */
  env: Record<string, string>
  /** Calls that nothing here answers: a test is red while there are any. */
  unknown: string[]
  close(): Promise<void>
}

/** Starts a Cloudflare of our own with one account, on 127.0.0.1. @param zones that the account has */
export async function startFakeCloudflare(zones: string[] = []): Promise<FakeCloudflare> {
  const account = newAccount(zones)
  const edge = await Edge.start(account)
  const faults = new Faults()
  const unknown: string[] = []
  const server = createServer((request, response) => {
    void receive(request)
      .then(async (body) => {
        const host = String(request.headers[HOST_HEADER] ?? request.headers.host ?? '').replace(/:\d+$/, '')
        if (host !== '127.0.0.1') return answerVisitor({ account, edge, host, request, response, body })
        await answerApi(request, response, body)
      })
      .catch((error: unknown) => {
        response.writeHead(500).end(String(error))
      })
  })

  async function answerApi(request: IncomingMessage, response: ServerResponse, body: Uint8Array<ArrayBuffer>) {
    const url = new URL(String(request.url), 'http://api.invalid')
    const asked = /^\/texts-of\/(.+)$/.exec(url.pathname)?.[1]
    if (asked !== undefined) return send(response, 200, textsOf(account, asked))
    const path = url.pathname.slice(BASE.length)
    const fault = faults.next(nameOf(String(request.method), path))
    if (await answeredWithFault(fault, response)) return
    const result = await callRoute(request, url, path, body).catch((error: unknown) => {
      if (error instanceof ApiRefusal) return error
      console.error(error)
      return new ApiRefusal(500, 10013, String(error))
    })
    // The work is done, and nobody hears of it.
    if (fault === 'lost') return void response.destroy()
    if (result instanceof ApiRefusal) return refuse(response, result)
    send(response, 200, result instanceof Enveloped ? result.body : { success: true, errors: [], messages: [], result })
  }

  async function callRoute(request: IncomingMessage, url: URL, path: string, body: Uint8Array<ArrayBuffer>) {
    const found = matchRoute(String(request.method), path)
    if (!found) {
      unknown.push(`${request.method} ${path}${url.search}`)
      throw new ApiRefusal(404, 7003, `Could not route to ${path}`)
    }
    const { handler, permission, params } = found
    if (permission !== null || !path.endsWith('/assets/upload')) {
      if (request.headers.authorization !== `Bearer ${account.token}`)
        throw new ApiRefusal(401, 10000, 'Authentication error')
      if (permission !== null && !account.permissions.has(permission))
        throw new ApiRefusal(403, 10000, 'Authentication error')
    }
    if (params.account !== undefined && params.account !== account.id)
      throw new ApiRefusal(403, 9109, 'Unauthorized to access requested resource')
    const type = String(request.headers['content-type'])
    const call: Call = {
      account,
      edge,
      params,
      query: url.searchParams,
      headers: request.headers,
      body,
      json: <T>() => JSON.parse(new TextDecoder().decode(body)) as T,
      form: () => new Response(body, { headers: { 'content-type': type } }).formData(),
    }
    return handler(call)
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    account,
    edge,
    faults,
    origin,
    unknown,
    env: {
      CLOUDFLARE_API_BASE_URL: origin + BASE,
      CLOUDFLARE_API_TOKEN: account.token,
      WRANGLER_SEND_METRICS: 'false',
      FAKE_EDGE: origin,
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await edge.close()
    },
  }
}

/** What name servers say: the TXT records of a name. */
const textsOf = ({ zones }: Account, asked: string): string[] =>
  zones
    .flatMap(({ records }) => records)
    .flatMap(({ type, name, content }) => (type === 'TXT' && name === asked ? [content] : []))

/** Gives whether the call was ended by its fault. */
async function answeredWithFault(fault: Fault | null, response: ServerResponse): Promise<boolean> {
  if (fault === 'refused') refuse(response, new ApiRefusal(400, 10001, 'The service is not available.'))
  else if (fault === 'too-many')
    refuse(response, new ApiRefusal(429, 971, 'Please wait and consider throttling your request speed'))
  else if (fault === 'cut') response.destroy()
  else if (fault === 'hung') await new Promise((done) => response.once('close', done))
  else return false
  return true
}

const send = (response: ServerResponse, status: number, body: object) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const refuse = (response: ServerResponse, { status, code, message }: ApiRefusal) =>
  send(response, status, { success: false, errors: [{ code, message }], messages: [], result: null })

function matchRoute(method: string, path: string) {
  const parts = path.split('/')
  for (const [own, pattern, permission, handler] of routes) {
    const names = pattern.split('/')
    if (own !== method || names.length !== parts.length) continue
    if (!names.every((name, index) => name.startsWith(':') || name === parts[index])) continue
    const params = Object.fromEntries(
      names.flatMap((name, index) =>
        name.startsWith(':') ? [[name.slice(1), decodeURIComponent(String(parts[index]))]] : [],
      ),
    )
    return { permission, handler, params }
  }
  return null
}

async function receive(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new Uint8Array(Buffer.concat(chunks))
}
