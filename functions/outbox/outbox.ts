import { DurableObject } from 'cloudflare:workers'

export class Outbox extends DurableObject {
  /** Whether the object and its storage answer; for /readyz. */
  async ping(): Promise<'ok'> {
    await this.ctx.storage.get('ping')
    return 'ok'
  }
}
