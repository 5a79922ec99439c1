import { describe, expect, test } from 'vitest'
import { importsOf, sources, type Import } from './tree.ts'

/** The room of a file: a folder of the house (design: The house). A file right in app/ or functions/ is a room of its own name. */
function roomOf(file: string): string {
  const [top = '', room = '', part = ''] = file.split('/')
  if (!file.slice(top.length + 1).includes('/')) return `${top}/`
  if (top === 'app' && room === 'features') return `app/features/${part}`
  return `${top}/${room}`
}

/** What the pages may know of the API: shapes, limits, codes. */
const CONTRACT = 'functions/contract'

/**
 * Who may import whom (design: The house); a room may always import itself. `app/` and `functions/` alone stand for the files
 * right in them: the front door and what belongs to every page.
 */
const ALLOWED: Record<string, string[]> = {
  'app/': ['app/brand', 'app/i18n', 'app/ui', 'app/layout', CONTRACT, 'functions/'],
  'app/routes': ['app/', 'app/features/*', 'app/layout', 'app/ui', 'app/i18n', 'app/brand', CONTRACT],
  'app/features/*': ['app/', 'app/ui', 'app/i18n', 'app/brand', CONTRACT],
  'app/layout': ['app/', 'app/ui', 'app/i18n', 'app/brand', CONTRACT],
  'app/ui': [],
  'app/i18n': [CONTRACT],
  'app/brand': ['app/i18n'],
  'functions/': [
    'functions/contract',
    'functions/middleware',
    'functions/routes',
    'functions/upstream',
    'functions/outbox',
    'functions/retention',
    'functions/human-check',
  ],
  'functions/contract': [],
  'functions/middleware': ['functions/', 'functions/contract', 'functions/upstream'],
  'functions/human-check': ['functions/', 'functions/contract', 'functions/middleware'],
  'functions/routes': [
    'functions/',
    'functions/contract',
    'functions/middleware',
    'functions/upstream',
    'functions/human-check',
  ],
  'functions/upstream': ['functions/', 'functions/contract'],
  'functions/outbox': ['functions/', 'functions/contract', 'functions/upstream', 'functions/human-check'],
  'functions/retention': ['functions/', 'functions/upstream'],
  'functions/cli': ['functions/', 'functions/contract', 'functions/outbox', 'functions/upstream'],
}

const lawOf = (room: string): string[] | undefined =>
  ALLOWED[room] ?? (room.startsWith('app/features/') ? ALLOWED['app/features/*'] : undefined)

function mayImport({ from, to }: Import): boolean {
  const [own, other] = [roomOf(from), roomOf(to)]
  if (own === other) return true
  if (other.startsWith('app/features/')) return lawOf(own)?.includes('app/features/*') ?? false
  return lawOf(own)?.includes(other) ?? false
}

const imports = sources.flatMap(importsOf)

describe('the rooms', () => {
  test('each have a line in the table of who may import whom', () => {
    const unknown = [...new Set(sources.map(roomOf))].filter((room) => !lawOf(room))
    expect(
      unknown,
      'Give the new room its line in ALLOWED (test/architecture/imports.test.ts) and in the README.',
    ).toEqual([])
  })

  test('import only what the table allows', () => {
    const wrong = imports.filter((one) => !mayImport(one)).map(({ from, to }) => `${from} → ${to}`)
    expect(wrong, 'Move the code to the room that owns it, or hand it over as an argument.').toEqual([])
  })

  test('are separated: functions/ never imports app/, and only the front door imports functions/index.ts', () => {
    expect(imports.filter(({ from, to }) => from.startsWith('functions/') && to.startsWith('app/'))).toEqual([])
    const doors = imports.filter(
      ({ from, to, typeOnly }) =>
        !typeOnly && from.startsWith('app/') && to.startsWith('functions/') && !to.startsWith(CONTRACT),
    )
    expect(
      doors
        .filter(({ from }) => !['app/server.ts', 'app/form-post.ts'].includes(from))
        .map(({ from, to }) => `${from} → ${to}`),
    ).toEqual([])
  })

  test('have no door to the operator’s commands', () => {
    for (const room of ['functions/cli/', 'app/brand/operator/'])
      expect(imports.filter(({ from, to }) => to.startsWith(room) && !from.startsWith(room))).toEqual([])
  })

  test('keep what makes the brands’ colours out of the Worker', () => {
    const atBuild = (file: string) =>
      /^app\/brand\/(?:palette|operator)\/|^app\/brand\/(?:registry\.server|resolve|schema|tokens)\.ts$|-plugin\.ts$/.test(
        file,
      )
    expect(
      imports
        .filter(({ from, to, typeOnly }) => !typeOnly && atBuild(to) && !atBuild(from) && from.startsWith('app/'))
        .map(({ from, to }) => `${from} → ${to}`),
    ).toEqual([])
  })
})

describe('the imports', () => {
  test('run in no circle', () => {
    const next = new Map<string, string[]>()
    for (const { from, to, typeOnly } of imports) if (!typeOnly) next.set(from, [...(next.get(from) ?? []), to])
    const done = new Set<string>()
    const circles: string[] = []
    const walk = (file: string, path: string[]): void => {
      const start = path.indexOf(file)
      if (start !== -1) return void circles.push([...path.slice(start), file].join(' → '))
      if (done.has(file)) return
      for (const other of next.get(file) ?? []) walk(other, [...path, file])
      done.add(file)
    }
    for (const file of sources) walk(file, [])
    expect(circles, 'Take what both need out of both.').toEqual([])
  })
})
