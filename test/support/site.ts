import { readFile } from 'node:fs/promises'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { convertV4MiniflareOptions, CoreHeaders, CorePaths, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as miniflareOptions } from 'wrangler'
import { migrationNames, MIGRATIONS } from '../../functions/cli/migrations.ts'
import { ENVIRONMENT } from '../../functions/cli/run-command.ts'
import { MIGRATIONS_TABLE } from '../../functions/database/migrations.ts'
import type { FakeBoards } from './boards.ts'

// A test site runs as `npm start` runs one.
Object.assign(process.env, ENVIRONMENT)

/** Of the Worker, in wrangler.toml. */
const NAME = 'vcp-x-home'

/** The built Worker in workerd, with storage of its own. */
export interface Site {
  /** Where it listens. */
  url: URL
  /**
   * A request by path, or by address to choose the host. With a header `x-binding-fault`, such as `DB slow`, a binding is slow or fails for
   * it (worker-under-test.js).
   */
  fetch(address: string, init?: RequestInit): Promise<Response>
  /** A request straight to the Worker, its address as given: the only way to come by https. Static files are not before it. */
  direct(address: string, init?: RequestInit): Promise<Response>
  /** A JSON call of the API, as `default` or as another host's brand. */
  call(path: string, body: unknown, host?: string): Promise<Response>
  /** The real bindings behind it. */
  env: {
    CACHE: KVNamespace
    DB: D1Database
    FILES: R2Bucket
    UPLOAD_LIMIT: RateLimit
    READ_LIMIT: RateLimit
  }
  /** Runs SQL in its database, to look at it or to turn its clock back. */
  sql(query: string, ...values: (string | number | null)[]): Promise<Record<string, unknown>[]>
  /**
   * Makes every attempt due, as if the pause before it had passed, and has the minute run, so that a test need not wait for the clock. How long
   * the pauses are is proven in test/unit/functions/inquiries.
   */
  endPauses(): Promise<void>
  /** Fires a cron as if it were that time, the hourly one unless told otherwise. */
  scheduled(at: Date, cron?: string): Promise<void>
  /** Hands a mail to it as Email Routing does. @returns what it says to the sender, null where it took the mail */
  email(from: string, to: string, raw: string | Uint8Array<ArrayBuffer>): Promise<string | null>
  /** The lines it has logged, each parsed where it is JSON. */
  logged(): unknown[]
  close(): Promise<void>
}

export interface SiteOptions {
  /** Origin of a remote upstream; without it the embedded one answers, its tables made and empty. */
  upstream?: string
  vars?: Record<string, string>
  /** Of another build than the one in dist/. */
  configPath?: string
}

/**
 * Starts the Worker that `npm run build` has built, with the bindings of its configuration. Miniflare runs it without wrangler's own
 * proxy Worker, a second workerd before each site that costs half as much as the site.
 */
export async function startSite({
  upstream = '',
  vars = {},
  configPath = 'dist/server/wrangler.json',
}: SiteOptions = {}): Promise<Site> {
  const logs: string[] = []
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      unsafeTriggerHandlers: true,
      handleStructuredLogs: ({ message }) => logs.push(message),
      // Mails that were sent are kept there, as `npm start` keeps them.
      resourceTmpPath: join(dirname(resolve(configPath)), '.wrangler/tmp'),
      workers: [
        // The embedded upstream is never away, however busy the machine may be.
        workerOf(configPath, {
          UPSTREAM_URL: upstream,
          ...(upstream === '' && { UPSTREAM_TIMEOUT_MS: '30000' }),
          ...vars,
        }),
      ],
    }),
  )
  const url = await miniflare.ready
  const fetch = (address: string, init?: RequestInit): Promise<Response> =>
    miniflare.dispatchFetch(new URL(address, url), init as never) as unknown as Promise<Response>
  const env = await miniflare.getBindings<Site['env']>(NAME)
  await migrate(env.DB)
  const sql: Site['sql'] = async (query, ...values) =>
    (
      await env.DB.prepare(query)
        .bind(...values)
        .all<Record<string, unknown>>()
    ).results
  const scheduled: Site['scheduled'] = async (at, cron = '17 * * * *') => {
    await (await miniflare.getWorker(NAME)).scheduled({ scheduledTime: at, cron: `${cron}, as if it were then` })
  }
  return {
    url,
    fetch,
    direct: (address, init) => {
      const headers = new Headers(init?.headers)
      headers.set(CoreHeaders.ROUTE_OVERRIDE, NAME)
      return fetch(address, { ...init, headers })
    },
    call: (path, body, host = 'www.example') =>
      fetch(`http://${host}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    env,
    sql,
    endPauses: async () => {
      // An attempt that is under way would begin another pause as it ends. One that hangs is not waited for.
      const isUnderWay = async () =>
        (await sql('SELECT 1 FROM inquiry WHERE claimed_until IS NOT NULL AND state = ?', 'queued')).length > 0
      for (let looks = 0; looks < 30 && (await isUnderWay()); looks++) await sleep(100)
      await sql("UPDATE inquiry SET next_at = 0 WHERE state = 'queued'")
      await scheduled(new Date(), '* * * * *')
    },
    scheduled,
    email: async (from, to, raw) => {
      const query = new URLSearchParams({ format: 'json', from, to })
      const answer = await fetch(`http://localhost${CorePaths.EMAIL}?${query}`, { method: 'POST', body: raw })
      if (!answer.ok) throw new Error(`The mail was not handed over: ${await answer.text()}`)
      const { outcome, rejectReason } = (await answer.json()) as { outcome: string; rejectReason?: string }
      return outcome === 'ok' ? (rejectReason ?? null) : (rejectReason ?? outcome)
    },
    logged: () => logs.map(parseLine),
    close: () => miniflare.dispose(),
  }
}

/** What miniflare is told of a built Worker. @param vars replace those of its configuration and of `.dev.vars` */
function workerOf(configPath: string, vars: Record<string, string>) {
  const { workerOptions, main = '' } = miniflareOptions(configPath)
  const entry = resolve(main)
  const modules = globSync('**/*.js', { cwd: dirname(entry) }).map((name) => join(dirname(entry), name))
  return {
    ...workerOptions,
    name: NAME,
    bindings: { ...(workerOptions.bindings as object), ...vars },
    modulesRoot: dirname(entry),
    modules: [
      // The first one is the main module.
      { type: 'ESModule' as const, path: join(dirname(entry), 'worker-under-test.js'), contents: moduleBefore(entry) },
      ...modules.map((path) => ({ type: 'ESModule' as const, path })),
    ],
  }
}

const moduleBefore = (entry: string) =>
  readFileSync('test/support/worker-under-test.js', 'utf8').replaceAll("'built'", `'./${basename(entry)}'`)

let migrations: Promise<string> | undefined

/**
 * Makes the tables of an empty database in one call. One call for each statement, as the operator's commands and wrangler make them, is a
 * third of the processor time of a start; they are proven where they are typed and deployed.
 */
async function migrate(db: D1Database): Promise<void> {
  await db.prepare(await (migrations ??= readMigrations())).run()
}

async function readMigrations(): Promise<string> {
  const names = await migrationNames()
  const texts = await Promise.all(names.map((name) => readFile(join(MIGRATIONS, name), 'utf8')))
  const migrated = texts.map((sql, at) => `${sql}\nINSERT INTO d1_migrations (name) VALUES ('${names[at]}');`)
  return [`${MIGRATIONS_TABLE};`, ...migrated].join('\n')
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}

/** Puts boards into the embedded upstream, for one brand or, with null, for all. */
export async function seedEmbedded(
  db: D1Database,
  { entries, categories }: FakeBoards,
  whiteLabel: string | null,
): Promise<void> {
  const prefix = whiteLabel ?? 'all'
  const category = db.prepare(
    'INSERT INTO sub_category (sub_category_id, group_uuid, sub_category_name, sub_category_en_name, sort_order, white_label) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const item = db.prepare(
    `INSERT INTO board_item (board_uuid, group_uuid, sub_category_id, subject, contents, subject_en, contents_en, create_date, published_at, update_date, is_priority, white_label, version)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9, ?10, ?11, 1)`,
  )
  // HTML is Markdown too.
  const version = db.prepare(
    `INSERT INTO board_version (board_uuid, version, group_uuid, sub_category_id, subject, contents, subject_en, contents_en, is_priority, white_label, made_at, made_by)
     SELECT board_uuid, version, group_uuid, sub_category_id, subject, contents, subject_en, contents_en, is_priority, white_label, create_date, ''
     FROM board_item WHERE board_uuid = ?`,
  )
  await db.batch([
    ...categories.map(({ sub_category_id, group_uuid, sub_category_name, sub_category_en_name }, order) =>
      category.bind(
        `${prefix}:${sub_category_id}`,
        group_uuid,
        sub_category_name,
        sub_category_en_name,
        order,
        whiteLabel,
      ),
    ),
    ...entries.flatMap((entry) => [
      item.bind(
        entry.board_uuid,
        entry.group_uuid,
        `${prefix}:${entry.sub_category_id}`,
        entry.subject,
        entry.contents,
        entry.subject_en ?? '',
        entry.contents_en ?? '',
        entry.create_date,
        entry.update_date ?? null,
        entry.is_priority === 'Y' ? 1 : 0,
        whiteLabel,
      ),
      version.bind(entry.board_uuid),
    ]),
  ])
}
