import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * `npm test` runs every check to the end and prints one line with the sum. `npm test -- unit worker` runs only those vitest projects.
 * The exit code is 1 when anything fails, and when no test runs.
 */
const ROOT = join(import.meta.dirname, '..')
const bin = (path: string) => join(ROOT, 'node_modules', path)
const only = process.argv.slice(2)

let passed = 0
let failed = 0

/** Runs a program with its output passed through; gives whether it succeeded. */
function run(program: string, args: string[]): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        WRANGLER_SEND_METRICS: 'false',
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
        NODE_NO_WARNINGS: '1',
      },
    })
    child.once('error', () => done(false))
    child.once('exit', (code) => done(code === 0))
  })
}

async function check(name: string, program: string, args: string[]): Promise<void> {
  const started = Date.now()
  console.log(`\n── ${name}`)
  const ok = await run(program, args)
  if (ok) passed++
  else failed++
  console.log(`── ${name}: ${ok ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

const node = (path: string, ...args: string[]) => [process.execPath, [path, ...args]] as [string, string[]]

/** Installs Debian's Chromium where the machine has none. */
function provideBrowser(): boolean {
  if (existsSync('/usr/bin/chromium') || process.env.CHROMIUM_PATH) return true
  console.log('\n── browser: none here, installing chromium')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args: string[]) => {
    const [program = '', ...rest] = [...sudo, 'apt-get', ...args]
    return (
      spawnSync(program, rest, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    )
  }
  if (apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'))
    return true
  console.error(
    'No browser could be installed. Install Chromium (apt-get install chromium) or set CHROMIUM_PATH to one, then run npm test again.',
  )
  return false
}

async function vitest(projects: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-test-'))
  const report = join(folder, 'report.json')
  console.log('\n── tests')
  const args = [
    'run',
    '--config',
    'test/vitest.config.ts',
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const ok = await run(process.execPath, [bin('vitest/vitest.mjs'), ...args])
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numFailedTestSuites = 0,
    numTotalTests = 0,
  } = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>) : {}
  await rm(folder, { recursive: true })
  passed += numPassedTests
  failed += numFailedTests
  // Failures that no test counts: a file that cannot be loaded, an unhandled error, a run without tests.
  if (numTotalTests === 0 || (!ok && numFailedTests === 0)) failed += Math.max(1, numFailedTestSuites)
}

if (only.length === 0) {
  await check('build', ...node(bin('vite/bin/vite.js'), 'build', '--config', 'app.config.ts', '--logLevel', 'warn'))
  await check('types', ...node(bin('typescript/bin/tsc'), '--noEmit'))
  await check('format', ...node(bin('oxfmt/bin/oxfmt'), '--check', '.'))
  await check('lint', ...node(bin('oxlint/bin/oxlint'), '--deny-warnings', 'app', 'functions', 'test'))
  await check('deploy, dry run', ...node('functions/cli/deploy.ts', '--dry-run'))
  if (!provideBrowser()) failed++
}
await vitest(only)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
