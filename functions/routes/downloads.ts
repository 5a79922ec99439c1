import type { Handler } from 'hono'
import { readDownloads } from '../lists/read-downloads.ts'
import { visitorCall, type ApiContext } from '../middleware/api-context.ts'

/** `GET /content/downloads`: the documents of the data page. */
export const listDownloads: Handler<ApiContext> = async (c) => c.json({ data: await readDownloads(visitorCall(c)) })
