import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { files, read, readJson, ROOT, sources } from './tree.ts'

/** Put together, so that this file does not contain what it looks for. */
const MACHINE = new RegExp(`["'\` (](?:/home|/root|/Users|/${'work'})/\\w|"resolved": "${'http'}|registry\\.${'npmjs'}`)
const POSTPONED = new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`)

describe('the files', () => {
  test('right in app/ and functions/ are the entries of the design', () => {
    const loose = files.filter((file) => /^(?:app|functions)\/[^/]+$/.test(file) && !file.endsWith('.d.ts'))
    expect(loose.toSorted()).toEqual([
      'app/client.tsx',
      'app/router.tsx',
      'app/server.ts',
      'functions/env.ts',
      'functions/errors.ts',
      'functions/index.ts',
      'functions/log.ts',
    ])
  })

  test('lie in folders that are named after one concern', () => {
    expect(
      files.filter((file) => /(?:^|\/)(?:utils?|helpers?|misc|common|shared)(?:\/|\.)/.test(file)),
      'Put a function into the folder of the concern that it serves.',
    ).toEqual([])
  })

  test('have kebab-case names', () => {
    const names = files.filter(
      (file) => /^(?:app|functions|test)\/.*\.(?:tsx?|css)$/.test(file) && !file.startsWith('app/routes/'),
    )
    expect(names.filter((file) => !/^[a-z0-9/.-]+$/.test(file))).toEqual([])
  })

  test('postpone nothing', () => {
    expect(
      files.filter((file) => /^(?:app|functions|test)\//.test(file) && POSTPONED.test(read(file))),
      'Do it, or write a decision.',
    ).toEqual([])
  })

  test('name no path of a machine and no registry', () => {
    expect(files.filter((file) => !/\.(?:png|woff2|ico)$/.test(file) && MACHINE.test(read(file)))).toEqual([])
  })

  test('name the columns in every INSERT, so that a new column does not break them', () => {
    const faulty = sources.filter((file) => /INSERT [A-Z ]*INTO \S+ VALUES/.test(read(file)))
    expect(faulty).toEqual([])
  })

  test('of tests skip no test', () => {
    const skipped = files
      .filter((file) => /\.test\.tsx?$/.test(file) && file !== 'test/architecture/files.test.ts')
      .filter((file) => /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|only|todo)\b/.test(read(file)))
    expect(skipped).toEqual([])
  })

  test('at the top are the ones of the design', () => {
    const top = new Set(files.map((file) => file.split('/')[0] ?? '').filter((name) => !name.startsWith('.')))
    expect([...top].toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'app',
      'app.config.ts',
      'docs',
      'functions',
      'package-lock.json',
      'package.json',
      'public',
      'test',
      'tsconfig.json',
      'wrangler.toml',
    ])
  })
})

test('a route file reads in one order: search, loader, headers, head, component', () => {
  const ORDER = ['validateSearch', 'loaderDeps', 'beforeLoad', 'loader', 'headers', 'head', 'component']
  const placesOf = (file: string) =>
    [...read(file).matchAll(/^ {2}(\w+)(?::|,|\()/gm)].map(([, key = '']) => ORDER.indexOf(key)).filter((at) => at >= 0)
  const routes = files.filter((file) => /^app\/routes\/.*\.tsx$/.test(file))
  expect(routes.filter((file) => placesOf(file).some((at, index, all) => at < (all[index - 1] ?? 0)))).toEqual([])
})

describe('the commands', () => {
  const { scripts } = readJson<{ scripts: Record<string, string> }>('package.json')

  test('of package.json have their files', () => {
    const missing = Object.entries(scripts).filter(([, line]) => {
      const [, file, command] = /^node (\S+?)(?: (\S+))?$/.exec(line) ?? []
      return (
        file !== undefined &&
        !existsSync(join(ROOT, file.endsWith('/command.js') ? `functions/cli/${command}.ts` : file))
      )
    })
    expect(missing).toEqual([])
  })

  test('of README and docs/ exist', () => {
    const pages = files.filter((file) => /^(?:README\.md|docs\/[^/]+\.md)$/.test(file) && file !== 'docs/contract.md')
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, run, own]) => run ?? own ?? ''),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

test('the pages name only files and folders that exist', () => {
  // A decision may say where something was; what the benchmarks write is not in the repository.
  const pages = files.filter((file) => /^(?:README\.md|docs\/[^/]+\.md)$/.test(file))
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/`((?:app|functions|test|docs|public)\/[^\s`*{}…#]+?)\/?`/g)].map(([, path = '']) => path),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((path) => path !== 'test/bench/results.json' && !existsSync(join(ROOT, path)))).toEqual([])
})

describe('the dependencies', () => {
  const manifest = readJson<{ dependencies: Record<string, string>; devDependencies: Record<string, string> }>(
    'package.json',
  )
  const all = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  const lock = readJson<{ packages: Record<string, { version?: string } | undefined> }>('package-lock.json')
  const installed = Object.entries(lock.packages).flatMap(([path, entry]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    return entry?.version && name ? [`${name}@${entry.version}`] : []
  })

  test('are pinned to exact versions', () => {
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
  })

  test('have the versions of the lock', () => {
    const unequal = all.filter(([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version)
    expect(unequal, 'Run npm install and commit package-lock.json.').toEqual([])
  })

  // Versions published by the worm of 2026-05-11.
  test.each([
    '@tanstack/react-router@1.169.5',
    '@tanstack/react-router@1.169.8',
    '@tanstack/react-start@1.167.68',
    '@tanstack/react-start@1.167.71',
  ])('do not hold %s', (bad) => {
    expect(installed).not.toContain(bad)
  })

  test('hold no seroval with a known vulnerability', () => {
    expect(installed.filter((name) => name.startsWith('seroval@'))).toEqual(['seroval@1.8.1'])
  })

  test.each(['workerd', 'miniflare', 'wrangler'])('hold one %s only', (name) => {
    expect(installed.filter((entry) => entry.startsWith(`${name}@`))).toHaveLength(1)
  })
})
