import { parseMultipartRequest } from '@remix-run/multipart-parser/node'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** One part of a multipart request. */
export interface RecordedPart {
  name: string
  /** Null for a plain field. */
  filename: string | null
  type: string | null
  bytes: Uint8Array
  /** The bytes as text: what a plain field says. */
  text: string
}

/** One request as it reached the fake upstream. */
export interface RecordedCall {
  method: string
  /** Below `/api/`, with its query. */
  path: string
  headers: IncomingMessage['headers']
  /** The JSON body; null for a multipart request or none. */
  body: unknown
  /** The parts of a multipart request, in their order. */
  parts: RecordedPart[]
}

const HUNDRED_MEGABYTES = 100 * 1_048_576

/** Reads a whole request. @throws where its body is neither JSON nor multipart, nor empty. */
export async function recordCall(request: IncomingMessage): Promise<RecordedCall> {
  const { method = '', url = '', headers } = request
  const call: RecordedCall = { method, path: url.replace(/^\/api\//, ''), headers, body: null, parts: [] }
  if (headers['content-type']?.startsWith('multipart/form-data')) {
    for await (const part of parseMultipartRequest(request, {
      maxFileSize: HUNDRED_MEGABYTES,
      maxTotalSize: HUNDRED_MEGABYTES,
    })) {
      const bytes = part.bytes
      call.parts.push({
        name: part.name ?? '',
        filename: part.filename ?? null,
        type: part.mediaType ?? null,
        bytes,
        text: new TextDecoder().decode(bytes),
      })
    }
    return call
  }
  const body = await text(request)
  call.body = body === '' ? null : JSON.parse(body)
  return call
}
