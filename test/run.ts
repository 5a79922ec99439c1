import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { resolveConfig } from 'vite'
import { startVitest } from 'vitest/node'
import { build } from '../functions/cli/built-site.ts'
import { OperatorError } from '../functions/cli/run-command.ts'
import { ROOT } from '../functions/cli/settings.ts'
import { chromiumPath, HEADLESS_SHELL } from './e2e/support/chromium.ts'

/*
 * `npm test` proves every promise once: each check runs to its end, and the last line is the sum. The exit code is 1 when anything
 * fails, and when no test runs. With words it is less: `check`, names of vitest projects, test files, or a part of their names.
 */
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    /** Runs the files again whenever they, or the sources of the site, change. */
    watch: { type: 'boolean', default: false },
    /** Runs only the tests whose name matches. */
    testNamePattern: { type: 'string', short: 't' },
  },
})

// The tests and their programs need nothing of the internet, and start many processes that load the same large packages.
Object.assign(process.env, {
  NODE_COMPILE_CACHE: enableCompileCache().directory,
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  NODE_NO_WARNINGS: '1',
})
process.chdir(ROOT)

let passed = 0
/** Names of checks and tests. Told again at the end: what failed first is far above by then. */
const failed: string[] = []

/** Runs a check to its end and counts it. */
async function step(name: string, work: () => Promise<boolean>): Promise<void> {
  const started = Date.now()
  console.log(`\n── ${name}`)
  const ok = await work().catch((error: unknown) => {
    console.error(error instanceof OperatorError ? error.message : error)
    return false
  })
  if (ok) passed++
  else failed.push(name)
  console.log(`── ${name}: ${ok ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** Runs a program with its output passed through; gives whether it succeeded. */
const node = (...args: string[]) =>
  new Promise<boolean>((done) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit' })
    child.once('error', () => done(false))
    child.once('exit', (code) => done(code === 0))
  })
const program = (path: string, ...args: string[]) => node(join('node_modules', path), ...args)

/** Types, lint, format and brands: what can be said without running anything. */
async function checkSources(): Promise<void> {
  await step('types', async () => {
    // The router's plugin writes the table of the routes, without which nothing compiles, when Vite reads its configuration.
    await resolveConfig({ configFile: 'app.config.ts', logLevel: 'error' }, 'build')
    return program('typescript/bin/tsc', '--noEmit')
  })
  await step('lint', () => program('oxlint/bin/oxlint', '--deny-warnings', 'app', 'functions', 'test'))
  await step('format', () => program('oxfmt/bin/oxfmt', '--check', '.'))
  await step('brands', () => node('functions/cli/check-brands.ts'))
}

/** Installs Debian's Chromium without windows where the machine lacks it. Tests run in the whole Chromium too, a third longer. */
function provideBrowser(): boolean {
  if (process.env.CHROMIUM_PATH || existsSync(HEADLESS_SHELL)) return true
  const present = chromiumPath()
  console.log('\n── browser: installing chromium-headless-shell')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args: string[]) => {
    const [command = '', ...rest] = [...sudo, 'apt-get', ...args]
    return (
      spawnSync(command, rest, {
        stdio: ['ignore', 'ignore', present ? 'ignore' : 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    )
  }
  const packages = ['chromium-headless-shell', 'fonts-noto-cjk', ...(present ? [] : ['chromium'])]
  // Where another browser will do, nobody waits for a network that does not answer.
  const patience = present ? ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=5'] : []
  if (
    apt('update', '-qq', ...patience) &&
    apt('install', '-y', '-qq', '--no-install-recommends', ...patience, ...packages)
  )
    return true
  if (present) {
    console.log(`It cannot be installed: the tests run in ${present} and take longer.`)
    return true
  }
  console.error(
    'No browser could be installed. Install Chromium (apt-get install chromium-headless-shell) or set CHROMIUM_PATH to one, then run npm test again.',
  )
  return false
}

/** Runs tests and counts them. In watch mode it ends with the process. */
async function test(what: string, projects: readonly string[], files: string[] = []): Promise<void> {
  console.log(`\n── ${what}`)
  const vitest = await startVitest(files, {
    config: 'test/vitest.config.ts',
    watch: values.watch,
    run: !values.watch,
    project: [...projects],
    ...(values.testNamePattern && { testNamePattern: values.testNamePattern }),
    // Files that test the built site import none of its sources.
    ...(values.watch && {
      watchTriggerPatterns: [
        { pattern: /\/(?:app|functions|public)\//, testsToRun: () => files.map((file) => resolve(file)) },
      ],
    }),
  })
  if (values.watch)
    vitest.onTestsRerun(async (specifications) => {
      if (!specifications.some(({ project }) => project.config.globalSetup.length > 0)) return
      await build().catch((error: unknown) =>
        console.error(error, '\nThe build failed, so the tests run on the one before.'),
      )
    })
  const modules = vitest.state.getTestModules()
  const tests = modules.flatMap(({ children }) => [...children.allTests()])
  const bad = tests.filter((one) => one.result().state === 'failed')
  passed += tests.filter((one) => one.result().state === 'passed').length
  failed.push(...bad.map((one) => `${one.module.relativeModuleId}: ${one.fullName}`))
  // What no test counts: a file that cannot be loaded or prepared, an error outside of a test, a run without tests.
  const broken = modules.filter((module) => !module.ok() && !bad.some((one) => one.module === module))
  failed.push(...broken.map((module) => `${module.relativeModuleId}: what no test counts`))
  const isBroken = vitest.state.getUnhandledErrors().length > 0
  if (bad.length + broken.length === 0 && (isBroken || tests.length === 0)) failed.push(`${what}: what no test counts`)
}

/** Vitest projects by the word that names them (test/vitest.config.ts). */
const PROJECTS = {
  architecture: ['architecture'],
  unit: ['unit', 'unit-mocking'],
  worker: ['worker', 'worker-alone'],
  e2e: ['e2e'],
  long: ['long'],
}
const isProject = (word: string): word is keyof typeof PROJECTS => Object.hasOwn(PROJECTS, word)
const projects = words.flatMap((word) => (isProject(word) ? PROJECTS[word] : []))
const files = words.filter((word) => word !== 'check' && !isProject(word))
const needsBrowser = words.length === 0 || words.some((word) => /^(?:e2e|long|test\/(?:e2e|long)\b.*)$/.test(word))
if (values.watch && files.length === 0) {
  console.error('Name the files to watch: npm run test:watch -- test/worker/mail.test.ts')
  process.exit(1)
}
if (needsBrowser && !provideBrowser()) failed.push('browser')
if (words.length === 0 || words.includes('check')) await checkSources()
if (words.length === 0) {
  // Before the build: none of these may need it.
  await test('architecture and unit tests', [...PROJECTS.architecture, ...PROJECTS.unit])
  await step('build', async () => {
    await build()
    return true
  })
  await test('the built site', [...PROJECTS.worker, ...PROJECTS.e2e])
} else if (words.includes('check')) await test('architecture', ['architecture'])
else if (words.join() === 'long') {
  process.env.TEST_SEED ??= String(randomInt(2 ** 31))
  console.log(`\nEverything random is of TEST_SEED=${process.env.TEST_SEED}`)
  const properties = globSync('test/{unit,worker}/**/*.test.ts').filter((file) =>
    readFileSync(file, 'utf8').includes("from 'fast-check'"),
  )
  await test('properties', [...PROJECTS.unit, ...PROJECTS.worker], properties)
  await test('long', PROJECTS.long)
} else await test(words.join(', '), projects, files)

if (!values.watch) {
  if (failed.length > 0) console.log(['\nFailed:', ...failed].join('\n  '))
  console.log(`\n${passed} passed, ${failed.length} failed`)
  process.exit(failed.length > 0 ? 1 : 0)
}
