import { randomUUID } from 'node:crypto'
import type { Account, Binding, Module, UploadMetadata, Version, Worker } from './account.ts'
import { ApiRefusal } from './api-error.ts'
import type { Call } from './call.ts'

const MB = 1_048_576
/** Of Workers Paid, compressed; here what is sent, which is more, so nothing passes here that the platform refuses. */
const SCRIPT_BYTES_MAX = 10 * MB
const FREE_SCRIPT_BYTES_MAX = 3 * MB
const BINDINGS_MAX = 128
const VAR_BYTES_MAX = 5 * 1024

const refuse = (message: string): never => {
  throw new ApiRefusal(400, 10021, message)
}

/** Whether a binding's resource exists. A type that is not known here is refused, so that a new one is looked up first. */
function checkBinding(account: Account, worker: Worker, binding: Binding): void {
  const { type, name } = binding
  const must = (ok: boolean, what: string) =>
    ok || refuse(`binding ${name} of type ${type} must have a valid \`${what}\` specified`)
  switch (type) {
    case 'plain_text':
      return void (Buffer.byteLength(String(binding.text)) <= VAR_BYTES_MAX || refuse(`The var ${name} is over 5 kB.`))
    case 'secret_text':
    case 'assets':
    case 'send_email':
    case 'version_metadata':
      return
    case 'kv_namespace':
      return void must(
        account.kv.some(({ id }) => id === binding.namespace_id),
        'namespace_id',
      )
    case 'd1':
      return void must(
        account.d1.some(({ uuid }) => uuid === binding.id),
        'id',
      )
    case 'r2_bucket':
      return void must(
        account.r2.some((bucket) => bucket.name === binding.bucket_name),
        'bucket_name',
      )
    case 'ratelimit':
      return void must(/^\d+$/.test(String(binding.namespace_id)), 'namespace_id')
    case 'durable_object_namespace':
      if (binding.script_name === undefined && !worker.classes.includes(String(binding.class_name)))
        refuse(`Cannot apply new-binding to class '${String(binding.class_name)}' that is not exported by the script.`)
      return
    default:
      refuse(`The binding ${name} has the unknown type ${type}.`)
  }
}

function migrate(worker: Worker, { migrations }: UploadMetadata, mayMigrate: boolean): void {
  if (!migrations) return
  if (!mayMigrate) refuse('A migration cannot be applied by a version that is not deployed at once.')
  if ((migrations.old_tag ?? undefined) !== worker.migrationTag)
    throw new ApiRefusal(
      412,
      10079,
      `The migration tag precondition failed: the Worker has "${worker.migrationTag ?? ''}", the upload says "${migrations.old_tag ?? ''}".`,
    )
  for (const { new_sqlite_classes = [], new_classes = [] } of migrations.steps)
    for (const name of [...new_sqlite_classes, ...new_classes]) {
      if (worker.classes.includes(name))
        throw new ApiRefusal(
          400,
          10074,
          `Cannot apply new-class migration to class '${name}' that is already depended on by existing Durable Objects.`,
        )
      worker.classes.push(name)
    }
  worker.migrationTag = migrations.new_tag
}

/** Bindings of the version before that this one keeps: secrets, and those that it names as inherited. */
function resolve(worker: Worker, { bindings, keep_bindings = [] }: UploadMetadata): Binding[] {
  const before = worker.versions.at(-1)?.bindings ?? []
  const own = bindings.map((binding) => {
    if (binding.type !== 'inherit') return binding
    return (
      before.find(({ name }) => name === binding.name) ?? refuse(`The binding ${binding.name} cannot be inherited.`)
    )
  }) as Binding[]
  const kept = before.filter(({ type, name }) => keep_bindings.includes(type) && !own.some((one) => one.name === name))
  return [...own, ...kept]
}

/** Takes an uploaded Worker apart and refuses what the platform refuses. */
export async function receiveUpload(
  call: Call,
  worker: Worker,
  { mayMigrate }: { mayMigrate: boolean },
): Promise<Version> {
  const { account } = call
  const form = await call.form()
  const metadata = JSON.parse(String(form.get('metadata') ?? '{}')) as UploadMetadata
  const modules: Module[] = []
  for (const [name, part] of form)
    if (typeof part !== 'string')
      modules.push({ name, type: part.type, bytes: new Uint8Array(await part.arrayBuffer()) })
  const code = modules.filter(({ type }) => type !== 'application/source-map')
  const bytes = code.reduce((sum, one) => sum + one.bytes.length, 0)
  const limit = account.plan === 'workers_free' ? FREE_SCRIPT_BYTES_MAX : SCRIPT_BYTES_MAX
  if (bytes > limit) throw new ApiRefusal(413, 10027, `Your Worker exceeded the size limit of ${limit / MB} MiB.`)
  if (!code.some(({ name }) => name === metadata.main_module))
    refuse(`The main module ${metadata.main_module} is not there.`)
  const before = structuredClone({ classes: worker.classes, migrationTag: worker.migrationTag })
  try {
    migrate(worker, metadata, mayMigrate)
    const bindings = resolve(worker, metadata)
    if (bindings.length > BINDINGS_MAX) refuse(`A Worker has at most ${BINDINGS_MAX} bindings.`)
    for (const binding of bindings) checkBinding(account, worker, binding)
    const assets = metadata.assets ? account.sessions.get(metadata.assets.jwt) : {}
    if (!assets || Object.values(assets).some((hash) => !account.assets.has(hash)))
      throw new ApiRefusal(400, 100_308, 'The upload of the assets is not complete.')
    const number = (worker.versions.at(-1)?.number ?? 0) + 1
    return { id: randomUUID(), number, created: new Date().toISOString(), metadata, bindings, modules: code, assets }
  } catch (error) {
    Object.assign(worker, before)
    throw error
  }
}
