import type { IncomingMessage } from 'node:http'
import type { Account, Permission } from './account.ts'
import type { Edge } from './edge.ts'

/** A call of the API. */
export interface Call {
  account: Account
  edge: Edge
  /** What stands in the path for `:name`. */
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Uint8Array<ArrayBuffer>
  json<T>(): T
  form(): Promise<FormData>
}

/** Answer with its own form, such as a list with `result_info`. */
export class Enveloped {
  body: object
  constructor(body: object) {
    this.body = body
  }
}

/** A page of a list, as `page` and `per_page` ask for it. */
export function listed(call: Call, items: readonly unknown[]): Enveloped {
  const page = Number(call.query.get('page') ?? 1)
  const perPage = Number(call.query.get('per_page') ?? 100)
  const result = items.slice((page - 1) * perPage, page * perPage)
  return new Enveloped({
    success: true,
    errors: [],
    messages: [],
    result,
    result_info: { page, per_page: perPage, count: result.length, total_count: items.length },
  })
}

export type Handler = (call: Call) => unknown
/** Method, path with `:name`, what the token needs, and the answer. */
export type Route = [method: string, path: string, permission: Permission | null, handler: Handler]
