import { parseArgs } from 'node:util'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { brands } from '../brand/hosts.ts'
import { build } from './built-site.ts'
import { signIn, Refusal, type Cloudflare } from './deploy/cloudflare.ts'
import { previewConfig, previewNames, type BuiltConfig } from './deploy/preview-config.ts'
import { remoteDatabase } from './deploy/remote-database.ts'
import { createResources } from './deploy/resources.ts'
import { surveyAccount, type ResourceNames } from './deploy/survey.ts'
import { readTag } from './deploy/tag.ts'
import { upload } from './deploy/upload.ts'
import { loadFirstContent } from './first-content.ts'
import { run } from './programs.ts'
import { BUILT_CONFIG, OperatorError, runCommand } from './settings.ts'
import { readWorkerConfig, requireBindings } from './worker-config.ts'

const USAGE = `npm run preview                   shows this checkout on an address of its own, with made-up content
npm run preview -- NAME           one of several previews, such as the name of a branch
npm run preview -- NAME --delete  removes it with all that it has`

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { delete: { type: 'boolean', default: false } },
    })
    return { label: positionals[0] ?? 'preview', isDeleted: values.delete }
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

/** The account's name below workers.dev. @throws OperatorError where it has none */
async function subdomainOf(cloudflare: Cloudflare): Promise<string> {
  const { subdomain } = await cloudflare
    .get('./workers/subdomain', z.object({ subdomain: z.string().nullish() }))
    .catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 404) return { subdomain: null }
      throw error
    })
  if (subdomain) return subdomain
  throw new OperatorError(
    'The account has no name below workers.dev, where a preview has its address. Open Workers & Pages in the dashboard, choose one, then run the command again.',
  )
}

/** Uploads the checkout as a Worker of its own, with storage of its own, and prints its address. */
async function show(cloudflare: Cloudflare, names: ResourceNames): Promise<void> {
  requireBindings()
  const subdomain = await subdomainOf(cloudflare)
  console.log('Building …')
  await build()
  const ids = await createResources(cloudflare, names, await surveyAccount(cloudflare, names, []))
  const built = JSON.parse(await readFile(BUILT_CONFIG, 'utf8')) as BuiltConfig
  const config = join(dirname(BUILT_CONFIG), 'preview.json')
  await writeFile(config, JSON.stringify(previewConfig(built, names, ids, brands)))
  console.log('Preparing its tables …')
  await run(
    'wrangler',
    ['d1', 'migrations', 'apply', 'DB', '--remote', '--config', config],
    'Applying the migrations',
    {
      timeoutMs: 600_000,
    },
  )
  await loadFirstContent(remoteDatabase(cloudflare, ids.d1), new Date())
  console.log('Uploading …')
  await upload({ config, tag: await readTag(''), message: 'preview', atOnce: true, secrets: {} })
  console.log(`Preview: https://${names.script}.${subdomain}.workers.dev
Everybody who knows the address can open it. It shows the default brand, sends no mail and has no admin.`)
}

/** Removes a preview. What is not there any more is passed over. */
async function remove(cloudflare: Cloudflare, names: ResourceNames): Promise<void> {
  const { kvId, d1Id, hasBucket, worker } = await surveyAccount(cloudflare, names, [])
  if (kvId === null && d1Id === null && !hasBucket && worker === null)
    return console.log(`There is no ${names.script}, so nothing was removed.`)
  const drop = (path: string) =>
    cloudflare.send('DELETE', path, undefined, z.unknown()).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.status !== 404) throw error
    })
  await drop(`./workers/scripts/${names.script}?force=true`)
  if (d1Id !== null) await drop(`./d1/database/${d1Id}`)
  if (kvId !== null) await drop(`./storage/kv/namespaces/${kvId}`)
  await drop(`./r2/buckets/${names.r2}`).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.status !== 409) throw error
    throw new OperatorError(
      `The bucket ${names.r2} holds files that visitors of the preview have sent. Empty it in the dashboard (R2), then run the command again.`,
    )
  })
  console.log(`${names.script} is removed with its storage.`)
}

await runCommand(async () => {
  const { label, isDeleted } = readArguments()
  const names = previewNames(readWorkerConfig().name, label)
  const cloudflare = await signIn()
  await (isDeleted ? remove(cloudflare, names) : show(cloudflare, names))
})
