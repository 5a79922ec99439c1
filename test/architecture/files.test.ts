import { describe, expect, test } from 'vitest'
import { files, read, readJson, sources } from './tree.ts'

/** Put together, so that this file does not name what it looks for. */
const NAMED = new RegExp(`["'\` (](?:/home|/root|/Users|/${'work'})/\\w|"resolved": "${'http'}|registry\\.${'npmjs'}`)
const PUT_OFF = new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`)

const linesOf = (file: string) => read(file).split('\n').length

describe('the files', () => {
  test('have at most 300 lines', () => {
    const long = files
      .filter((file) => /^(?:app|functions|test)\/.*\.tsx?$/.test(file))
      .filter((file) => linesOf(file) > 301)
    expect(
      long.map((file) => `${file}: ${linesOf(file)}`),
      'Split it by what it is about.',
    ).toEqual([])
  })

  test('are small: half of them under 80 lines, nine in ten under 200', () => {
    const lines = sources.map(linesOf).sort((a, b) => a - b)
    expect(lines[Math.floor(lines.length / 2)]).toBeLessThan(80)
    expect(lines[Math.floor(lines.length * 0.9)]).toBeLessThan(200)
  })

  test('lie in no drawer', () => {
    expect(
      files.filter((file) => /(?:^|\/)(?:utils?|helpers?|misc|common|shared)(?:\/|\.)/.test(file)),
      'A function lives in the room that owns its noun.',
    ).toEqual([])
  })

  test('have kebab-case names', () => {
    const names = files.filter(
      (file) => /^(?:app|functions|test)\/.*\.(?:tsx?|css)$/.test(file) && !file.startsWith('app/routes/'),
    )
    expect(names.filter((file) => !/^[a-z0-9/.-]+$/.test(file))).toEqual([])
  })

  test('put nothing off', () => {
    const left = files
      .filter((file) => /^(?:app|functions|test)\//.test(file))
      .filter((file) => PUT_OFF.test(read(file)))
    expect(left, 'Do it, or write a decision.').toEqual([])
  })

  test('name no machine’s path and no registry', () => {
    const named = files.filter((file) => !/\.(?:png|woff2|ico)$/.test(file)).filter((file) => NAMED.test(read(file)))
    expect(named).toEqual([])
  })

  test('of the interface carry no inline style, which the page’s policy refuses', () => {
    expect(
      sources.filter((file) => /\sstyle=\{/.test(read(file))),
      'Use a class.',
    ).toEqual([])
  })

  test('of tests are all run', () => {
    const skipped = files
      .filter((file) => /\.test\.tsx?$/.test(file) && file !== 'test/architecture/files.test.ts')
      .filter((file) => /\b(?:it|test|describe)\.(?:skip|only|todo)\b/.test(read(file)))
    expect(skipped).toEqual([])
  })
})

describe('the customer’s top level', () => {
  test('is there and nothing else', () => {
    const top = [...new Set(files.map((file) => file.split('/')[0]))].filter((name) => !name?.startsWith('.'))
    const allowed = [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'app.config.ts',
      'wrangler.toml',
      'app',
      'functions',
      'public',
      'test',
      'docs',
      'README.md',
    ]
    expect(top.filter((name) => !allowed.includes(name ?? ''))).toEqual([])
  })
})

describe('the dependencies', () => {
  const manifest = readJson<{ dependencies: Record<string, string>; devDependencies: Record<string, string> }>(
    'package.json',
  )
  const lock = readJson<{ packages: Record<string, { version?: string }> }>('package-lock.json')
  const installed = Object.entries(lock.packages).flatMap(([path, { version }]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    return version && name ? [`${name}@${version}`] : []
  })

  test('are pinned to exact versions', () => {
    const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
    )
    expect(loose).toEqual([])
  })

  // Versions published by the worm of 2026-05-11, and those with known holes.
  test.each([
    '@tanstack/react-router@1.169.5',
    '@tanstack/react-router@1.169.8',
    '@tanstack/react-start@1.167.68',
    '@tanstack/react-start@1.167.71',
  ])('do not hold %s', (bad) => {
    expect(installed).not.toContain(bad)
  })

  test('hold no seroval with a known hole', () => {
    expect(installed.filter((name) => name.startsWith('seroval@'))).toEqual(['seroval@1.8.1'])
  })

  test.each(['workerd', 'miniflare', 'wrangler'])('hold one %s only', (name) => {
    expect(installed.filter((entry) => entry.startsWith(`${name}@`))).toHaveLength(1)
  })

  test('hold the packages that the customer fixed', () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies }
    for (const name of [
      'react',
      'react-dom',
      '@tanstack/react-start',
      'hono',
      'wrangler',
      '@cloudflare/workers-types',
      'i18next',
      'react-i18next',
      'superjson',
      'zod',
      'uuid',
      'vitest',
      'miniflare',
    ])
      expect(all).toHaveProperty([name])
  })
})
