import { unstable_readConfig as readConfig } from 'wrangler'
import { expect, test } from 'vitest'
import { RATE_LIMIT_NAMES } from '../../functions/contract/rate-limits.ts'
import { envSchema } from '../../functions/env.ts'
import { files, read } from './tree.ts'

/** The part of wrangler's configuration that is checked here. */
interface Settings {
  account_id?: string
  vars: Record<string, string>
  kv_namespaces: { binding: string; id?: string }[]
  d1_databases: { binding: string; database_id?: string }[]
  r2_buckets: { binding: string }[]
  ratelimits: { name: string; simple: object }[]
  send_email: { name: string }[]
  queues: { consumers: { max_retries?: number; retry_delay?: number }[] }
  assets?: { binding?: string }
  version_metadata?: { binding: string }
  workers_dev?: boolean
  preview_urls?: boolean
}
const config = readConfig({ config: 'wrangler.toml' }, { hideWarnings: true }) as Settings

test('wrangler.toml binds exactly what env.ts asks for', () => {
  const bound = [
    ...Object.keys(config.vars),
    ...config.kv_namespaces.map(({ binding }) => binding),
    ...config.d1_databases.map(({ binding }) => binding),
    ...config.r2_buckets.map(({ binding }) => binding),
    ...config.ratelimits.map(({ name }) => name),
    ...config.send_email.map(({ name }) => name),
    config.assets?.binding,
    config.version_metadata?.binding,
    // Secrets are in no file.
    'TURNSTILE_SECRETS',
    'WEBHOOK_SECRETS',
    'ADMIN_TOKEN',
  ]
  expect(bound.sort()).toEqual(Object.keys(envSchema.shape).sort())
})

test('wrangler.toml holds no id that another account would have to replace', () => {
  for (const { id } of config.kv_namespaces) expect(id).toBeUndefined()
  for (const { database_id } of config.d1_databases) expect(database_id).toBeUndefined()
  expect(config.account_id).toBeUndefined()
})

test('the site has no address beside the hosts of its brands', () => {
  expect([config.workers_dev, config.preview_urls]).toEqual([false, false])
})

test('what became of a mail comes again for hours while it cannot be taken', () => {
  const hours = config.queues.consumers.map(
    ({ max_retries = 3, retry_delay = 0 }) => (max_retries * retry_delay) / 3600,
  )
  expect(hours).toEqual([expect.any(Number)])
  expect(hours[0]).toBeGreaterThanOrEqual(8)
})

test('the limits are those of the contract', () => {
  const contract = read('docs/contract.md')
  const numberIn = (sentence: RegExp) => Number(sentence.exec(contract)?.[1])
  const limits = {
    INQUIRY_LIMIT: numberIn(/more than (\d+) inquiries or \d+ files in a minute/),
    UPLOAD_LIMIT: numberIn(/more than \d+ inquiries or (\d+) files in a minute/),
    FORM_LIMIT: numberIn(/More than (\d+) forms in a minute/),
    READ_LIMIT: numberIn(/more than (\d+) reads that no cache answers in a minute/),
  }
  expect(Object.keys(limits)).toEqual(RATE_LIMIT_NAMES)
  expect(Object.fromEntries(config.ratelimits.map(({ name, simple }) => [name, simple]))).toEqual(
    Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, { limit, period: 60 }])),
  )
})

test('docs/contract.md names every address that is not a page', () => {
  const page = read('docs/contract.md')
  // A file with a hyphen before its name is no route.
  const routes = files.filter((file) => /^app\/routes\/[^-].*\.ts$/.test(file))
  const missing = routes
    .map((file) => /createFileRoute\('([^']+)'\)/.exec(read(file))?.[1] ?? file)
    .filter((path) => !page.includes(`\`${path}`))
  expect(missing, 'Add it to the table of addresses.').toEqual([])
})
