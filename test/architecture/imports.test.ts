import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, read, sources, specifiersOf } from './tree.ts'

/** Shapes, limits and codes that both sides speak. */
const CONTRACT = 'functions/contract'
/** What every part of the edge may use. */
const EDGE = [
  CONTRACT,
  'functions/env.ts',
  'functions/errors.ts',
  'functions/log.ts',
  'functions/calls',
  'functions/deadlines',
]

/**
 * Who may import whom, type-only imports included. A row may name only rows that stand below it, so there is no cycle between folders.
 * A folder may always import itself; `app/features/*` stands for each folder in it without a row of its own, so a
 * feature imports no other feature.
 * Nothing imports the entries of the Worker, of the browser and of the commands: no row names them.
 */
const MAY_IMPORT: Record<string, string[]> = {
  'functions/cli': [
    'functions/commands',
    'functions/publishing',
    'functions/database',
    'functions/attachments',
    'functions/lists',
    'functions/inquiries',
    'functions/conversation',
    'functions/upstream',
    'functions/brand',
    'functions/brand/palette',
    'functions/brand/pictures',
    ...EDGE,
  ],
  'app/server.ts': [
    'app/admin',
    'app/page-cache',
    'app/request',
    'app/render',
    // Which privacy policy an inquiry may name follows from the documents.
    'app/features/*',
    'app/urls',
    'app/context',
    'functions/index.ts',
    CONTRACT,
  ],
  // The operator's pages and JSON, on the server only.
  'app/admin': [
    'app/request',
    'app/render',
    'app/ui',
    'app/i18n',
    'functions/commands',
    'functions/publishing',
    'functions/routes',
    'functions/inquiries',
    'functions/conversation',
    'functions/mail',
    'functions/database',
    'functions/attachments',
    'functions/middleware',
    'functions/http',
    'functions/brand',
    ...EDGE,
  ],
  'app/client.tsx': ['app/router.tsx', 'app/features/*', 'app/framework', 'app/ui', 'app/i18n'],
  'app/router.tsx': [
    'app/routes',
    'app/framework',
    'app/api',
    'app/context',
    'app/urls',
    'app/layout',
    'app/ui',
    'app/i18n',
  ],
  'app/routes': [
    'app/features/*',
    'app/framework',
    'app/layout',
    'app/seo',
    'app/api',
    'app/context',
    'app/urls',
    'app/ui',
    'app/i18n',
    'functions/brand/pictures',
    CONTRACT,
  ],
  'app/features/*': ['app/build', 'app/seo', 'app/api', 'app/context', 'app/urls', 'app/ui', 'app/i18n', CONTRACT],
  // Runs in Vite only: features take the types of the modules that it makes.
  'app/build': ['app/seo', 'app/i18n', 'functions/publishing', 'functions/brand', 'functions/brand/pictures', CONTRACT],
  'app/page-cache': ['app/request', 'app/render', 'app/context', 'app/urls', 'functions/lists', CONTRACT],
  'app/request': [
    'app/render',
    'app/context',
    'app/urls',
    'app/i18n',
    'functions/lists',
    'functions/brand',
    'functions/log.ts',
    'functions/errors.ts',
    CONTRACT,
  ],
  'app/render': [
    'app/framework',
    'app/context',
    'app/urls',
    'app/ui',
    'app/i18n',
    'functions/lists',
    'functions/log.ts',
    CONTRACT,
  ],
  // Everything that touches undocumented output of the framework (docs/framework.md).
  'app/framework': ['app/context'],
  'app/layout': ['app/context', 'app/urls', 'app/ui', 'app/i18n', CONTRACT],
  'app/seo': ['app/context', 'app/urls', 'app/ui', 'app/i18n', 'functions/brand/pictures', CONTRACT],
  // What pages read: by the functions that the routes of the API call, or by those routes.
  'app/api': ['app/context', 'app/i18n', 'functions/inquiries', 'functions/lists', ...EDGE],
  'app/context': ['app/urls', 'app/i18n', 'functions/brand', 'functions/calls', CONTRACT],
  'app/urls': ['app/i18n', CONTRACT],
  'app/ui': [CONTRACT],
  'app/i18n': [CONTRACT],
  'functions/index.ts': [
    'functions/deadlines',
    'functions/scheduled',
    'functions/commands',
    'functions/publishing',
    'functions/routes',
    'functions/inquiries',
    'functions/conversation',
    'functions/middleware',
    'functions/lists',
    ...EDGE,
  ],
  // What the clock starts.
  'functions/scheduled': [
    'functions/brand',
    'functions/commands',
    'functions/publishing',
    'functions/database',
    'functions/inquiries',
    'functions/lists',
    'functions/mail',
    'functions/conversation',
    'functions/attachments',
    'functions/upstream',
    ...EDGE,
  ],
  // One table of what an operator can do.
  'functions/commands': [
    'functions/publishing',
    'functions/brand',
    'functions/database',
    'functions/inquiries',
    'functions/conversation',
    'functions/mail',
    'functions/attachments',
    'functions/lists',
    'functions/upstream',
    'functions/http',
    ...EDGE,
  ],
  // Boards, drafts, versions, documents and their files.
  'functions/publishing': [
    'functions/brand',
    'functions/database',
    'functions/attachments',
    'functions/lists',
    'functions/http',
    ...EDGE,
  ],
  'functions/routes': [
    'functions/brand',
    'functions/database',
    'functions/inquiries',
    'functions/conversation',
    'functions/mail',
    'functions/attachments',
    'functions/middleware',
    'functions/lists',
    'functions/upstream',
    'functions/http',
    ...EDGE,
  ],
  // Answers and replies of an inquiry.
  'functions/conversation': [
    'functions/inquiries',
    'functions/webhooks',
    'functions/database',
    'functions/mail',
    'functions/attachments',
    'functions/http',
    'functions/brand',
    ...EDGE,
  ],
  // The one record of an inquiry, and what happens to it.
  'functions/inquiries': [
    'functions/webhooks',
    'functions/database',
    'functions/mail',
    'functions/attachments',
    'functions/middleware',
    'functions/upstream',
    'functions/http',
    'functions/brand',
    ...EDGE,
  ],
  // What a brand's systems are told of its inquiries.
  'functions/webhooks': ['functions/mail', 'functions/database', 'functions/brand', ...EDGE],
  // What a mail says, for whom it is, and who sends it.
  'functions/mail': ['functions/database', 'functions/http', 'functions/brand', ...EDGE],
  'functions/lists': ['functions/attachments', 'functions/database', 'functions/upstream', 'functions/http', ...EDGE],
  'functions/attachments': [
    'functions/database',
    'functions/middleware',
    'functions/upstream',
    'functions/http',
    ...EDGE,
  ],
  'functions/middleware': ['functions/http', 'functions/brand', ...EDGE],
  'functions/upstream': ['functions/database', 'functions/http', 'functions/brand', ...EDGE],
  'functions/http': ['functions/database', 'functions/brand', ...EDGE],
  // The queries of D1, one file for each table.
  'functions/database': EDGE,
  'functions/calls': [CONTRACT, 'functions/env.ts'],
  'functions/log.ts': [CONTRACT, 'functions/env.ts', 'functions/errors.ts'],
  'functions/env.ts': [CONTRACT, 'functions/deadlines'],
  'functions/deadlines': [CONTRACT, 'functions/errors.ts'],
  'functions/errors.ts': [CONTRACT],
  // What an operator edits about a brand, and what it means. Runs without Vite.
  'functions/brand': ['functions/brand/palette', 'functions/brand/pictures', CONTRACT],
  'functions/brand/palette': [],
  'functions/brand/pictures': [],
  'functions/contract': [],
}
/** Folders that have a row of their own inside another row's folder. */
const NESTED = ['functions/brand/palette', 'functions/brand/pictures']

/** Folder of a file; a file right in `app/` or `functions/` counts as a folder of its own. */
function folderOf(file: string): string {
  const [top, folder, part] = file.split('/')
  // Generated and not under version control: it is the table of the routes.
  if (file === 'app/routeTree.gen') return 'app/routes'
  if (folder === 'features') return `${top}/${folder}/${part}`
  return NESTED.find((nested) => file.startsWith(`${nested}/`)) ?? `${top}/${folder}`
}
const rowOf = (folder: string) =>
  folder in MAY_IMPORT ? folder : folder.replace(/^app\/features\/.*/, 'app/features/*')

const imports = sources.flatMap(importsOf)

/** Each cycle once, as a path that ends where it begins. */
function cyclesOf(edges: [from: string, to: string][]): string[] {
  const next = Map.groupBy(edges, ([from]) => from)
  const done = new Set<string>()
  const walk = (node: string, path: string[]): string[] => {
    if (path.includes(node)) return [[...path.slice(path.indexOf(node)), node].join(' → ')]
    if (done.has(node)) return []
    const found = new Set((next.get(node) ?? []).map(([, to]) => to))
    const cycles = [...found].flatMap((to) => walk(to, [...path, node]))
    done.add(node)
    return cycles
  }
  return [...next.keys()].flatMap((node) => walk(node, []))
}

describe('the table of who may import whom', () => {
  const rows = Object.keys(MAY_IMPORT)

  test('has a row for every folder, and none for a folder that does not exist', () => {
    const folders = [...new Set(sources.map((file) => rowOf(folderOf(file))))]
    expect(rows.toSorted(), 'Give the new folder its row.').toEqual(folders.toSorted())
  })

  test('only points down', () => {
    const up = Object.entries(MAY_IMPORT).flatMap(([row, targets], index) =>
      targets.filter((target) => rows.indexOf(target) <= index).map((target) => `${row} → ${target}`),
    )
    expect(up).toEqual([])
  })
})

describe('the imports', () => {
  test('of functions/ reach nothing of app/', () => {
    expect(imports.filter(({ from, to }) => from.startsWith('functions/') && to.startsWith('app/'))).toEqual([])
  })

  test('are those that the table allows', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [own, other] = [folderOf(from), folderOf(to)]
      return own !== other && !MAY_IMPORT[rowOf(own)]?.includes(rowOf(other))
    })
    expect(
      wrong.map(({ from, to }) => `${from} → ${to}`),
      'Move the code to the folder that owns it, or pass it as an argument.',
    ).toEqual([])
  })

  test('form no cycle between files', () => {
    expect(cyclesOf(imports.map(({ from, to }) => [from, to]))).toEqual([])
  })

  test('form no cycle between folders', () => {
    const edges = imports.map(({ from, to }): [string, string] => [folderOf(from), folderOf(to)])
    const subfolders = imports
      .map(({ from, to }): [string, string] => [dirname(from), dirname(to)])
      .filter(([from, to]) => dirname(from) === dirname(to))
    expect(cyclesOf([...edges, ...subfolders].filter(([from, to]) => from !== to))).toEqual([])
  })

  test('of the contract are zod alone', () => {
    const packages = sources
      .filter((file) => file.startsWith(`${CONTRACT}/`))
      .flatMap((file) => specifiersOf(file).map((specifier) => ({ file, specifier })))
      .filter(({ specifier }) => !specifier.startsWith('.') && !/^zod(?:\/|$)/.test(specifier))
    expect(packages, 'Both sides load the contract: keep it to schemas, types and constants.').toEqual([])
  })

  test('of what the framework does not document are those of app/framework', () => {
    const known = (file: string) =>
      specifiersOf(file).some((specifier) => /^@tanstack\/[\w-]+\/ssr\//.test(specifier)) ||
      /\$_TSR|__TSR_|\b_notFound\b|\bserverSsr\b|\brouter\.ssr\b|\broutesById\b|createStartHandler/.test(read(file))
    const folders = sources.filter(known).map((file) => folderOf(file))
    expect([...new Set(folders)]).toEqual(['app/framework'])
  })
})
