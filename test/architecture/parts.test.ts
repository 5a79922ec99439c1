import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { files, read, readJson, ROOT, sources } from './tree.ts'

const places = (pattern: RegExp, from: readonly string[]) =>
  from.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
  )

test('the contract imports zod alone', () => {
  const packages = sources
    .filter((file) => file.startsWith('functions/contract/'))
    .flatMap((file) => [...read(file).matchAll(/from '([^'.][^']*)'/g)].map(([, name = '']) => ({ file, name })))
  expect(
    packages.filter(({ name }) => name.split('/')[0] !== 'zod'),
    'Both sides load the contract: keep it to schemas and types.',
  ).toEqual([])
})

test('raw HTML is set only where it was cleaned or written by ourselves', () => {
  const found = new Set(places(/dangerouslySetInnerHTML/, sources).map((place) => place.split(':')[0]))
  expect([...found], 'Show it as text. Where it must be HTML, clean it first and name the file in this law.').toEqual([
    'app/features/board/board-entry.tsx',
    'app/features/inquiry/country-select.tsx',
    'app/features/legal/legal-text.tsx',
    'app/ui/still.tsx',
  ])
})

test('no type is let go', () => {
  const any = /(?::\s*|\bas\s+|[<|&]\s*)any(?=\s*(?:[;,)>=[\]|&]|$))|@ts-(?:ignore|nocheck|expect-error)/
  const code = files.filter(
    (file) => /^(?:app|functions|test)\/.*\.tsx?$/.test(file) && file !== 'test/architecture/parts.test.ts',
  )
  expect(places(any, code), 'Name the type, or take unknown and narrow it.').toEqual([])
})

test('a route file reads in one order: search, loader, headers, head, component', () => {
  const ORDER = ['validateSearch', 'loaderDeps', 'beforeLoad', 'loader', 'headers', 'head', 'component']
  const keysOf = (file: string) =>
    [...read(file).matchAll(/^ {2}(\w+)(?::|,|\()/gm)].map(([, key = '']) => key).filter((key) => ORDER.includes(key))
  const routes = files.filter((file) => /^app\/routes\/.*\.tsx$/.test(file))
  expect(
    routes.filter(
      (file) =>
        String(keysOf(file)) !== String(keysOf(file).sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other))),
    ),
  ).toEqual([])
})

describe('package.json', () => {
  const manifest = readJson<{
    scripts: Record<string, string>
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }>('package.json')
  const lock = readJson<{ packages: Record<string, { version?: string } | undefined> }>('package-lock.json')

  test('names no command without a file', () => {
    const missing = Object.entries(manifest.scripts).filter(([, line]) => {
      const [, file, command] = /^node (\S+?)(?: (\S+))?$/.exec(line) ?? []
      return (
        file !== undefined &&
        !existsSync(join(ROOT, file.endsWith('/command.js') ? `functions/cli/${command}.ts` : file))
      )
    })
    expect(missing, 'Write the file or take out the script.').toEqual([])
  })

  test('has the versions of the lock', () => {
    const unequal = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version,
    )
    expect(unequal, 'Run npm install and commit package-lock.json.').toEqual([])
  })
})
