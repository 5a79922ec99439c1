import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as miniflareOptions } from 'wrangler'
import type { Account, Deployment, Version, Worker } from './account.ts'

type WorkerOptions = ReturnType<typeof miniflareOptions>['workerOptions']
type AnyWorker = NonNullable<
  Extract<Parameters<typeof convertV4MiniflareOptions>[0], { workers: unknown }>['workers']
>[number]

/** Header that names the version whose turn it is. */
const VERSION = 'x-fake-version'
/** Leads a request to a version by a service binding, which has the version's files before its code. */
const GATEWAY = `export default {
  fetch(request, env) {
    const inner = new Request(request)
    const version = inner.headers.get('${VERSION}')
    inner.headers.delete('${VERSION}')
    return env[version].fetch(inner)
  }
}`

/** What runs what was uploaded: workerd, with the storage of the account. */
export class Edge {
  readonly #account: Account
  readonly #folder: string
  readonly #miniflare: Miniflare
  /** The versions that run, by the name of their Worker. */
  readonly #running = new Map<string, AnyWorker[]>()
  #shown = ''

  private constructor(account: Account, folder: string) {
    this.#account = account
    this.#folder = folder
    this.#miniflare = new Miniflare(this.#options())
  }

  static async start(account: Account): Promise<Edge> {
    return new Edge(account, await mkdtemp(join(tmpdir(), 'vcp-x-edge-')))
  }

  /** A database of the account, whatever Worker has it bound. */
  async database(uuid: string): Promise<D1Database> {
    await this.#refresh()
    return (await this.#miniflare.getD1Database(`D1_${uuid}`, 'storage')) as unknown as D1Database
  }

  async bucket(name: string): Promise<R2Bucket> {
    await this.#refresh()
    return (await this.#miniflare.getR2Bucket(`R2_${name}`, 'storage')) as unknown as R2Bucket
  }

  /** Starts the versions of a deployment. What does not start is refused, as the platform refuses it at the upload. */
  async show(worker: Worker, { versions }: Pick<Deployment, 'versions'>): Promise<void> {
    // An object runs one version only: the one that has the most visitors.
    const home = versions.reduce((most, one) => (one.percentage > most.percentage ? one : most)).version_id
    const running = worker.versions.filter(({ id }) => versions.some(({ version_id }) => version_id === id))
    this.#running.set(worker.name, await Promise.all(running.map((version) => this.#workerOf(worker, version, home))))
    await this.#refresh()
  }

  /** A visitor's request to a version. */
  async visit(versionId: string, address: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set(VERSION, versionId)
    const answer = await this.#miniflare.dispatchFetch(address, {
      ...init,
      headers: [...headers],
      redirect: 'manual',
    } as never)
    return answer as unknown as Response
  }

  /** Fires a cron in the version that has the visitors. */
  async cron(worker: Worker, cron: string, scheduledTime = new Date()): Promise<void> {
    const live = worker.deployments.at(-1)?.versions.find(({ percentage }) => percentage > 0)
    const one = await this.#miniflare.getWorker(String(live?.version_id))
    await one.scheduled({ cron, scheduledTime })
  }

  async close(): Promise<void> {
    await this.#miniflare.dispose()
    await rm(this.#folder, { recursive: true, force: true })
  }

  #workers(): AnyWorker[] {
    return [...this.#running.values()].flat()
  }

  async #refresh(): Promise<void> {
    const key = JSON.stringify([
      this.#account.d1,
      this.#account.r2,
      this.#workers().map((one) => [one.name, one.durableObjects]),
    ])
    if (key === this.#shown) return
    await this.#miniflare.setOptions(this.#options())
    await this.#miniflare.ready
    this.#shown = key
  }

  #options() {
    const { d1, r2 } = this.#account
    return convertV4MiniflareOptions({
      handleStructuredLogs: () => {},
      workers: [
        // The way in; it also holds the account's storage, bound or not.
        {
          name: 'storage',
          compatibilityDate: '2026-10-01',
          modules: true,
          script: GATEWAY,
          serviceBindings: Object.fromEntries(this.#workers().map(({ name }) => [name, name])),
          d1Databases: Object.fromEntries(d1.map(({ uuid }) => [`D1_${uuid}`, uuid])),
          r2Buckets: Object.fromEntries(r2.map(({ name }) => [`R2_${name}`, name])),
        },
        ...this.#workers(),
      ],
    })
  }

  /** Writes a version to disk as wrangler would have built it, and reads it as wrangler does. */
  async #workerOf(worker: Worker, version: Version, home: string): Promise<AnyWorker> {
    const folder = join(this.#folder, 'versions', version.id)
    const write = async (path: string, bytes: Uint8Array) => {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), bytes)
    }
    for (const { name, bytes } of version.modules) await write(join('code', name), bytes)
    for (const [path, hash] of Object.entries(version.assets))
      await write(join('assets', path), this.#account.assets.get(hash)?.bytes ?? new Uint8Array())
    const { jwt: _jwt, config: assetConfig = {} } = version.metadata.assets ?? { jwt: '' }
    const { _headers, _redirects, ...assetSettings } = assetConfig as { _headers?: string; _redirects?: string }
    if (_headers !== undefined) await write('assets/_headers', new TextEncoder().encode(_headers))
    if (_redirects !== undefined) await write('assets/_redirects', new TextEncoder().encode(_redirects))
    const configPath = join(folder, 'code/wrangler.json')
    await writeFile(configPath, JSON.stringify(configOf(version, assetSettings)))
    const { workerOptions } = miniflareOptions(configPath)
    const durableObjects = Object.fromEntries(
      Object.entries((workerOptions as WorkerOptions & { durableObjects?: object }).durableObjects ?? {}).map(
        ([name, one]) => [
          name,
          { ...one, unsafeUniqueKey: `${worker.name}-${name}`, ...(version.id !== home && { scriptName: home }) },
        ],
      ),
    )
    return {
      ...workerOptions,
      name: version.id,
      durableObjects,
      modulesRoot: join(folder, 'code'),
      modules: version.modules
        .map(({ name }) => ({ type: 'ESModule' as const, path: join(folder, 'code', name) }))
        .sort(
          // The first one is the main module.
          (a, b) =>
            Number(b.path.endsWith(`/code/${version.metadata.main_module}`)) -
            Number(a.path.endsWith(`/code/${version.metadata.main_module}`)),
        ),
    } as AnyWorker
  }
}

/** The configuration that says of a version what its upload said. */
function configOf({ id, metadata, bindings }: Version, assets: object): object {
  const of = (type: string) => bindings.filter((binding) => binding.type === type)
  const sqlite = of('durable_object_namespace').map(({ class_name }) => class_name)
  return {
    name: 'version',
    main: metadata.main_module,
    no_bundle: true,
    compatibility_date: metadata.compatibility_date,
    compatibility_flags: metadata.compatibility_flags ?? [],
    ...(metadata.assets && { assets: { ...assets, binding: of('assets')[0]?.name, directory: '../assets' } }),
    vars: {
      ...Object.fromEntries([...of('plain_text'), ...of('secret_text')].map(({ name, text }) => [name, text])),
      ...Object.fromEntries(of('version_metadata').map(({ name }) => [name, { id, tag: '', timestamp: '' }])),
    },
    kv_namespaces: of('kv_namespace').map(({ name, namespace_id }) => ({ binding: name, id: namespace_id })),
    d1_databases: of('d1').map(({ name, id }) => ({ binding: name, database_id: id, database_name: id })),
    r2_buckets: of('r2_bucket').map(({ name, bucket_name }) => ({ binding: name, bucket_name })),
    durable_objects: { bindings: of('durable_object_namespace').map(({ name, class_name }) => ({ name, class_name })) },
    migrations: [{ tag: 'v1', new_sqlite_classes: sqlite }],
    send_email: of('send_email').map(({ name }) => ({ name })),
    ratelimits: of('ratelimit').map(({ name, namespace_id, simple }) => ({ name, namespace_id, simple })),
  }
}
