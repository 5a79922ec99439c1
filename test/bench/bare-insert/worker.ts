import { DurableObject } from 'cloudflare:workers'

/** The least that stores an inquiry durably: one row of SQLite in one Durable Object. What accepting costs is measured against it. */
export class Store extends DurableObject {
  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env)
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS inquiry (receipt TEXT PRIMARY KEY, payload TEXT NOT NULL)')
  }

  async insert(payload: string): Promise<string> {
    const receipt = crypto.randomUUID()
    this.ctx.storage.sql.exec('INSERT INTO inquiry (receipt, payload) VALUES (?, ?)', receipt, payload)
    return receipt
  }
}

export default {
  async fetch(request: Request, env: { STORE: DurableObjectNamespace<Store>; LIMIT?: RateLimit }): Promise<Response> {
    if (request.method !== 'POST') return new Response('ok')
    await env.LIMIT?.limit({ key: request.headers.get('cf-connecting-ip') ?? '' })
    const receipt = await env.STORE.getByName('vcp-x').insert(await request.text())
    return Response.json({ data: { receipt } }, { status: 202 })
  },
}
