import { randomUUID } from 'node:crypto'
import { hexId, type Account, type Deployment, type Version, type Worker } from './account.ts'
import { ApiRefusal, noWorker, notFound } from './api-error.ts'
import { Enveloped, type Call, type Route } from './call.ts'
import { receiveUpload } from './worker-upload.ts'

const SCRIPTS = 'Workers Scripts Write'

export const workerNamed = ({ account, params }: Call): Worker => {
  const worker = account.workers.find(({ name }) => name === params.script)
  if (!worker) throw noWorker()
  return worker
}

/** @param code of the refusal where the account has none */
function subdomainOf({ subdomain }: Account, code: number): string {
  if (subdomain === null) throw new ApiRefusal(404, code, 'You need a workers.dev subdomain.')
  return subdomain
}

/** A version as `wrangler versions view` reads it; secrets without their values. */
function shown({ id, number, created, metadata, bindings }: Version) {
  return {
    id,
    number,
    metadata: {
      created_on: created,
      modified_on: created,
      source: 'wrangler',
      author_email: 'dev@company.example',
      has_preview: false,
    },
    annotations: metadata.annotations ?? {},
    resources: {
      bindings: bindings.map((binding) => {
        const { text: _text, ...rest } = binding
        return binding.type === 'secret_text' ? rest : binding
      }),
      script: { etag: id.replaceAll('-', ''), handlers: ['fetch', 'scheduled'], last_deployed_from: 'wrangler' },
      script_runtime: { compatibility_date: metadata.compatibility_date, usage_model: 'standard' },
    },
    startup_time_ms: 12,
  }
}

const shownDeployment = ({ id, created, versions, message }: Deployment) => ({
  id,
  source: 'wrangler',
  strategy: 'percentage',
  author_email: 'dev@company.example',
  created_on: created,
  annotations: { 'workers/triggered_by': 'deployment', ...(message !== undefined && { 'workers/message': message }) },
  versions,
})

async function deploy(call: Call, worker: Worker, versions: Deployment['versions'], message?: string) {
  const created = { id: randomUUID(), created: new Date().toISOString(), versions, ...(message && { message }) }
  await call.edge.show(worker, created)
  worker.deployments.push(created)
  return created
}

/** What `wrangler deploy` sends for a Worker that does not exist, or whose Durable Objects change: uploaded and live at once. */
async function putScript(call: Call) {
  const { account } = call
  const name = String(call.params.script)
  let worker = account.workers.find((one) => one.name === name)
  const isNew = !worker
  worker ??= {
    name,
    tag: hexId(),
    classes: [],
    versions: [],
    deployments: [],
    crons: [],
    subdomain: { enabled: false, previews_enabled: false },
    settings: {},
  }
  const version = await receiveUpload(call, worker, { mayMigrate: true })
  worker.versions.push(version)
  if (isNew) account.workers.push(worker)
  const { observability } = version.metadata
  if (observability !== undefined) worker.settings.observability = observability
  await deploy(call, worker, [{ version_id: version.id, percentage: 100 }])
  return {
    id: name,
    etag: hexId(),
    tag: worker.tag,
    deployment_id: version.id.replaceAll('-', ''),
    startup_time_ms: 12,
  }
}

async function createVersion(call: Call) {
  const worker = workerNamed(call)
  const version = await receiveUpload(call, worker, { mayMigrate: false })
  worker.versions.push(version)
  return shown(version)
}

function versionNamed(call: Call) {
  const found = workerNamed(call).versions.find(({ id }) => id === call.params.version)
  if (!found) throw notFound(`version ${call.params.version}`, 10025)
  return shown(found)
}

async function createDeployment(call: Call) {
  const worker = workerNamed(call)
  const { versions, annotations } = call.json<{
    versions: Deployment['versions']
    annotations?: Record<string, string>
  }>()
  if (versions.reduce((sum, { percentage }) => sum + percentage, 0) !== 100)
    throw new ApiRefusal(400, 10124, 'The percentages of a deployment have to add up to 100.')
  for (const { version_id } of versions)
    if (!worker.versions.some(({ id }) => id === version_id)) throw notFound(`version ${version_id}`, 10025)
  return shownDeployment(await deploy(call, worker, versions, annotations?.['workers/message']))
}

/** Workers: uploads, versions, deployments, secrets, crons and addresses of the platform's own. */
export const workerRoutes: Route[] = [
  [
    'GET',
    '/accounts/:account/workers/services/:script',
    SCRIPTS,
    (call) => {
      const { tag, migrationTag } = workerNamed(call)
      const script = {
        tag,
        tags: [],
        last_deployed_from: 'wrangler',
        ...(migrationTag !== undefined && { migration_tag: migrationTag }),
      }
      return { id: call.params.script, default_environment: { environment: 'production', script } }
    },
  ],
  ['PUT', '/accounts/:account/workers/scripts/:script', SCRIPTS, putScript],
  [
    'GET',
    '/accounts/:account/workers/scripts/:script/settings',
    SCRIPTS,
    (call) => {
      const { versions, settings } = workerNamed(call)
      return { ...settings, bindings: versions.at(-1)?.bindings.map(({ text: _text, ...rest }) => rest) ?? [] }
    },
  ],
  [
    'PATCH',
    '/accounts/:account/workers/scripts/:script/script-settings',
    SCRIPTS,
    (call) => Object.assign(workerNamed(call).settings, call.json<object>()),
  ],
  [
    'GET',
    '/accounts/:account/workers/scripts/:script/versions',
    SCRIPTS,
    (call) => ({ items: workerNamed(call).versions.toReversed().slice(0, 10).map(shown) }),
  ],
  ['POST', '/accounts/:account/workers/scripts/:script/versions', SCRIPTS, createVersion],
  ['GET', '/accounts/:account/workers/scripts/:script/versions/:version', SCRIPTS, versionNamed],
  [
    'GET',
    '/accounts/:account/workers/scripts/:script/deployments',
    SCRIPTS,
    (call) => ({ deployments: workerNamed(call).deployments.toReversed().slice(0, 10).map(shownDeployment) }),
  ],
  ['POST', '/accounts/:account/workers/scripts/:script/deployments', SCRIPTS, createDeployment],
  [
    'GET',
    '/accounts/:account/workers/scripts/:script/secrets',
    SCRIPTS,
    (call) =>
      (workerNamed(call).versions.at(-1)?.bindings ?? [])
        .filter(({ type }) => type === 'secret_text')
        .map(({ name, type }) => ({ name, type })),
  ],
  [
    'PUT',
    '/accounts/:account/workers/scripts/:script/schedules',
    SCRIPTS,
    (call) => {
      const crons = call.json<{ cron: string }[]>()
      if (crons.length > 5) throw new ApiRefusal(400, 10072, 'You have exceeded the limit of 5 cron triggers.')
      workerNamed(call).crons = crons.map(({ cron }) => cron)
      return { schedules: crons }
    },
  ],
  [
    'GET',
    '/accounts/:account/workers/scripts/:script/schedules',
    SCRIPTS,
    (call) => ({ schedules: workerNamed(call).crons.map((cron) => ({ cron })) }),
  ],
  [
    'GET',
    '/accounts/:account/workers/workers/:script',
    SCRIPTS,
    (call) => {
      const { tag, name, subdomain } = workerNamed(call)
      return { id: tag, name, subdomain }
    },
  ],
  [
    'POST',
    '/accounts/:account/workers/scripts/:script/subdomain',
    SCRIPTS,
    (call) => Object.assign(workerNamed(call).subdomain, call.json<Worker['subdomain']>()),
  ],
  ['GET', '/accounts/:account/workers/workflows', SCRIPTS, () => []],
  [
    'GET',
    '/accounts/:account/workers/subdomain',
    SCRIPTS,
    ({ account }) => ({ subdomain: subdomainOf(account, 10007) }),
  ],
  [
    // The remote session of wrangler begins with it. Nothing here can open one.
    'GET',
    '/accounts/:account/workers/subdomain/edge-preview',
    SCRIPTS,
    ({ account }) => {
      subdomainOf(account, 10063)
      throw new ApiRefusal(501, 10_001, 'There are no remote sessions here.')
    },
  ],
  [
    'DELETE',
    '/accounts/:account/workers/scripts/:script',
    SCRIPTS,
    (call) => {
      const worker = workerNamed(call)
      call.account.workers.splice(call.account.workers.indexOf(worker), 1)
      return {}
    },
  ],
  [
    'POST',
    '/accounts/:account/workers/scripts/:script/assets-upload-session',
    SCRIPTS,
    ({ account, json }) => {
      const { manifest } = json<{ manifest: Record<string, { hash: string; size: number }> }>()
      const files = Object.fromEntries(Object.entries(manifest).map(([path, { hash }]) => [path, hash]))
      const jwt = `session-${hexId()}`
      account.sessions.set(jwt, files)
      const missing = [...new Set(Object.values(files))].filter((hash) => !account.assets.has(hash))
      return { jwt, buckets: missing.length > 0 ? [missing] : [] }
    },
  ],
  [
    'POST',
    '/accounts/:account/workers/assets/upload',
    null,
    async ({ account, headers, form }) => {
      const jwt = String(headers.authorization).replace('Bearer ', '')
      if (!account.sessions.has(jwt)) throw new ApiRefusal(401, 10000, 'Authentication error')
      for (const [hash, file] of await form())
        if (typeof file !== 'string')
          account.assets.set(hash, { type: file.type, bytes: new Uint8Array(Buffer.from(await file.text(), 'base64')) })
      return new Enveloped({ success: true, errors: [], messages: [], result: { jwt } })
    },
  ],
]
