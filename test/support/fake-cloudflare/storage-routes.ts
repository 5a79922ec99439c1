import { randomUUID } from 'node:crypto'
import { unstable_splitSqlQuery as splitSql } from 'wrangler'
import { hexId } from './account.ts'
import { ApiRefusal, notFound } from './api-error.ts'
import { listed, type Call, type Route } from './call.ts'

const KV = 'Workers KV Storage Write'
const D1 = 'D1 Write'
const R2 = 'Workers R2 Storage Write'

function database({ account, params }: Call) {
  const found = account.d1.find(({ uuid, name }) => uuid === params.database || name === params.database)
  if (!found) throw notFound(`database ${params.database}`, 7404)
  return found
}

function bucketNamed({ account, params }: Call) {
  const found = account.r2.find(({ name }) => name === params.bucket)
  if (!found) throw new ApiRefusal(404, 10006, 'The specified bucket does not exist.')
  return found
}

interface Query {
  sql: string
  params?: unknown[]
}

/** Runs SQL on miniflare's D1. The statements of one call are one transaction, as on the platform. */
async function query(call: Call) {
  const { uuid } = database(call)
  const body = call.json<Query | { batch: Query[] }>()
  const db = await call.edge.database(uuid)
  const queries = 'batch' in body ? body.batch : [body]
  const statements = queries.flatMap(({ sql, params = [] }) =>
    params.length > 0 ? [db.prepare(sql).bind(...params)] : splitSql(sql).map((one) => db.prepare(one)),
  )
  try {
    const results = await db.batch(statements)
    return results.map(({ results: rows, success, meta }) => ({ results: rows, success, meta }))
  } catch (error) {
    throw new ApiRefusal(400, 7500, (error as Error).message)
  }
}

/** Removes what a predicate names. */
function removeFrom<T>(items: T[], isIt: (item: T) => boolean, what: string): object {
  const index = items.findIndex(isIt)
  if (index < 0) throw notFound(what)
  items.splice(index, 1)
  return {}
}

/** KV, D1, R2 and queues. */
export const storageRoutes: Route[] = [
  ['GET', '/accounts/:account/storage/kv/namespaces', KV, (call) => listed(call, call.account.kv)],
  [
    'POST',
    '/accounts/:account/storage/kv/namespaces',
    KV,
    ({ account, json }) => {
      const { title } = json<{ title: string }>()
      if (account.kv.some((one) => one.title === title))
        throw new ApiRefusal(400, 10014, 'a namespace with this account ID and title already exists')
      const created = { id: hexId(), title, supports_url_encoding: true }
      account.kv.push(created)
      return created
    },
  ],
  [
    'GET',
    '/accounts/:account/d1/database',
    D1,
    (call) => {
      const name = call.query.get('name')
      return listed(
        call,
        call.account.d1.filter((one) => name === null || one.name.includes(name)),
      )
    },
  ],
  [
    'POST',
    '/accounts/:account/d1/database',
    D1,
    ({ account, json }) => {
      const { name } = json<{ name: string }>()
      if (account.d1.some((one) => one.name === name))
        throw new ApiRefusal(400, 7502, `A database with the name '${name}' already exists`)
      const created = { uuid: randomUUID(), name, version: 'production', created_at: new Date().toISOString() }
      account.d1.push(created)
      return created
    },
  ],
  ['GET', '/accounts/:account/d1/database/:database', D1, database],
  ['POST', '/accounts/:account/d1/database/:database/query', D1, query],
  [
    'DELETE',
    '/accounts/:account/d1/database/:database',
    D1,
    (call) => removeFrom(call.account.d1, ({ uuid }) => uuid === call.params.database, 'database'),
  ],
  [
    'DELETE',
    '/accounts/:account/storage/kv/namespaces/:namespace',
    KV,
    (call) => removeFrom(call.account.kv, ({ id }) => id === call.params.namespace, 'namespace'),
  ],
  [
    'DELETE',
    '/accounts/:account/r2/buckets/:bucket',
    R2,
    async (call) => {
      bucketNamed(call)
      const bucket = await call.edge.bucket(String(call.params.bucket))
      if ((await bucket.list({ limit: 1 })).objects.length > 0)
        throw new ApiRefusal(409, 10_008, 'The bucket you tried to delete is not empty.')
      return removeFrom(call.account.r2, ({ name }) => name === call.params.bucket, 'bucket')
    },
  ],
  ['GET', '/accounts/:account/r2/buckets', R2, ({ account }) => ({ buckets: account.r2 })],
  ['GET', '/accounts/:account/r2/buckets/:bucket', R2, bucketNamed],
  [
    'POST',
    '/accounts/:account/r2/buckets',
    R2,
    ({ account, json }) => {
      const { name } = json<{ name: string }>()
      if (account.r2.some((one) => one.name === name))
        throw new ApiRefusal(409, 10004, 'The bucket you tried to create already exists, and you own it.')
      account.r2.push({ name, creation_date: new Date().toISOString() })
      return {}
    },
  ],
]
