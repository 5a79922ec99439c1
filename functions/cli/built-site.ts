import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unstable_startWorker as startWorker } from 'wrangler'
import { run } from './programs.ts'
import { clearRegistry, registryOf } from './running-site.ts'
import { OperatorError } from './run-command.ts'
import { BUILT_CONFIG, ROOT } from './settings.ts'

/** Everything that the build reads. package-lock.json stands for node_modules. */
const SOURCES = ['{app,functions,public}/**', 'app.config.ts', 'tsconfig.json', 'package-lock.json', 'wrangler.toml']
/** Fingerprint of the sources of dist/. Each build empties the folder, so it never describes another build. */
const FINGERPRINT = join(ROOT, 'dist/server/sources.sha256')

/** What the sources of a build have in common with no others. */
export async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  const files = globSync([...SOURCES, '.dev.vars'], { cwd: ROOT, withFileTypes: true })
    // The table of routes follows from app/routes; the build writes it.
    .filter((entry) => entry.isFile() && entry.name !== 'routeTree.gen.ts')
    .map(({ parentPath, name }) => join(parentPath, name))
  for (const file of files.sort()) hash.update(file).update(await readFile(file))
  return hash.digest('hex')
}

/**
 * Builds the site for production unless dist/ was built from the same sources.
 * @returns whether it was built
 * @throws OperatorError with the output of the build, if it fails.
 */
export async function build(): Promise<boolean> {
  const current = await fingerprint()
  if (existsSync(FINGERPRINT) && (await readFile(FINGERPRINT, 'utf8')) === current) return false
  // Whatever this process itself is, such as a test runner.
  await run('vite', ['build', '--config', 'app.config.ts'], 'The build', { env: { NODE_ENV: 'production' } })
  await writeFile(FINGERPRINT, current)
  return true
}

export interface ServedSite {
  origin: string
  close(): Promise<void>
}

interface SiteToServe {
  /** Of the built Worker. */
  config?: string
  port: number
  stateDir: string
  /** Vars of the Worker. */
  vars: Record<string, string>
  /** Writes a line of the Worker's log that is no error. */
  log?(this: void, line: string): void
}

/**
 * Serves the built Worker in workerd and resolves when it answers.
 * @throws OperatorError if it does not answer.
 */
export async function serve({
  config = BUILT_CONFIG,
  port,
  stateDir,
  vars,
  log = console.log,
}: SiteToServe): Promise<ServedSite> {
  await clearRegistry(stateDir)
  const origin = `http://127.0.0.1:${port}`
  const worker = await startWorker({
    config,
    bindings: Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, { type: 'plain_text', value }])),
    dev: {
      server: { hostname: '127.0.0.1', port },
      persist: stateDir,
      registry: registryOf(stateDir),
      // Sends no real mail, whatever wrangler.toml says of a binding.
      remote: false,
      inspector: false,
      watch: false,
      logLevel: 'warn',
      structuredLogsHandler: ({ level, message }: { level: string; message: string }) =>
        (level === 'error' ? console.error : log)(message),
    },
  })
  await worker.ready
  const answers = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(30_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!answers) throw new OperatorError('The Worker does not answer; its error is printed above.')
  return { origin, close: () => worker.dispose() }
}
