import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOCALES } from '../../functions/contract/languages.ts'
import { ROOT } from '../architecture/tree.ts'

/* What docs/CONTRIBUTING.md says of a board, done in a copy of the sources: the compiler asks for no other file. */

const PARTS = ['app', 'functions', 'app.config.ts', 'package.json', 'wrangler.toml']
const TABLE = 'functions/contract/board.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vcp-x-board-'))
  await Promise.all(PARTS.map((part) => cp(join(ROOT, part), join(folder, part), { recursive: true })))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const settings = JSON.parse(await readFile(join(ROOT, 'tsconfig.json'), 'utf8')) as object
  // Tests are no files of the product.
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ ...settings, include: ['app', 'functions'] }))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const node = (...args: string[]) =>
  new Promise<string>((done) => {
    // The test runner's settings would change the configuration.
    const { VITEST: _VITEST, NODE_ENV: _NODE_ENV, ...env } = process.env
    execFile(process.execPath, args, { cwd: folder, env, maxBuffer: 2 ** 26 }, (error, out, err) =>
      done(error ? out + err : ''),
    )
  })

/** Adds a board that is like another one, and gives the files that were changed or added for it. */
async function addBoard(name: string, like: 'notice' | 'faq'): Promise<string[]> {
  const changed: string[] = []
  const change = async (file: string, make: (text: string) => string, to = file) => {
    const before = await readFile(join(folder, file), 'utf8')
    const after = make(before)
    expect(after, file).not.toBe(before)
    await writeFile(join(folder, to), after)
    changed.push(to)
  }
  await change(TABLE, (code) => {
    const group = /^export const BOARD_GROUPS = \{\n/m
    const entry = new RegExp(`^export const BOARDS = \\{\\n[^]*?^  ${like}: (\\{[^]*?^  \\}),\\n`, 'm')
    const [, own = ''] = entry.exec(code) ?? []
    const text = own
      .replace(/address: '[^']*'/, `address: '/support/${name}'`)
      .replace(/section: '[^']*'/, `section: '${name}'`)
      .replace(/feed: '[^']*'/, 'feed: null')
    return code
      .replace(group, (line) => `${line}  ${name}: '${crypto.randomUUID()}',\n`)
      .replace(entry, (lines) => `${lines}  ${name}: ${text},\n`)
  })
  for (const page of ['index', '$id'])
    await change(
      `app/routes/support.${like}.${page}.tsx`,
      (code) =>
        code
          .replaceAll(`/support/${like}`, `/support/${name}`)
          .replaceAll(`'${like}'`, `'${name}'`)
          .replaceAll(`"${like}"`, `"${name}"`),
      `app/routes/support.${name}.${page}.tsx`,
    )
  for (const locale of LOCALES)
    for (const catalogue of ['page', 'admin/publishing'])
      await change(`app/i18n/${locale}/${catalogue}.json`, (json) => {
        const texts = JSON.parse(json) as Record<string, unknown>
        return JSON.stringify({ ...texts, [name]: texts[like] })
      })
  return changed
}

test('a board of articles and one of questions are seven files each', async () => {
  expect(await addBoard('press', 'notice')).toHaveLength(7)
  expect(await addBoard('guide', 'faq')).toHaveLength(7)
  // The router's plugin writes the table of the routes when Vite reads its configuration.
  const routes =
    "import('vite').then(({ resolveConfig }) => resolveConfig({ configFile: 'app.config.ts', logLevel: 'error' }, 'build'))"
  expect(await node('--input-type=module', '-e', routes)).toBe('')
  expect(await node('node_modules/typescript/bin/tsc', '--noEmit')).toBe('')
})
