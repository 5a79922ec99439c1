import { describe, expect, test } from 'vitest'
import { read, sources } from './tree.ts'

/* Operators of one brand (decision 067): nothing is open to them because somebody forgot them. */

const ADMIN = sources.filter((file) => file.startsWith('app/admin/') && !file.includes('/browser/'))

/** Reads that need no scope, by why. */
const WITHOUT_SCOPE: Record<string, string> = {
  fileKeysIn: 'reads a text, and no table',
  messagesOf: 'of an inquiry that was read with its scope',
  publicItems: 'takes the white-label value of such an inquiry',
  publicDownloads: 'the same',
  readPause: 'of the whole site; /readyz says it to everybody',
}

/** Functions of the folders with data that the admin calls by itself, with the file that defines each. */
function readsOf(): { name: string; definition: string }[] {
  const found = ADMIN.flatMap((file) =>
    [...read(file).matchAll(/^import \{([^}]*)\} from '(?:\.\.\/)+(functions\/database\/[^']+)'/gm)].flatMap(
      ([, names = '', path = '']) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => /^[a-z]/.test(name) && !name.startsWith('type '))
          .map((name) => ({ name, definition: read(`${path.replace(/\.ts$/, '')}.ts`) })),
    ),
  )
  return [...new Map(found.map((one) => [one.name, one])).values()]
}

const parametersOf = ({ name, definition }: { name: string; definition: string }): string =>
  new RegExp(`export (?:async function ${name}|const ${name} = (?:async )?)\\(([^]*?)\\)(?::| =>)`).exec(
    definition,
  )?.[1] ?? ''

describe('the admin reads', () => {
  test('nothing without the scope of whoever asks', () => {
    const reads = readsOf()
    expect(reads.length).toBeGreaterThan(15)
    const unscoped = reads.filter((one) => !/\bscope: /.test(parametersOf(one))).map(({ name }) => name)
    expect(unscoped.toSorted(), 'Give the function the scope.').toEqual(Object.keys(WITHOUT_SCOPE).toSorted())
  })

  test('with the scope of the request, and never with that of all brands', () => {
    const wide = ADMIN.filter((file) =>
      /\(\s*[^()]*\bALL_BRANDS\s*[,)]/.test(read(file).replaceAll(/scope [!=]== ALL_BRANDS/g, '')),
    )
    expect(wide).toEqual([])
  })

  test('no inquiry by itself: a command has asked whose it is', () => {
    const direct = ADMIN.filter((file) =>
      /import \{[^}]*\b(?:readInquiry|readInquiryRows?|readThread)\b[^}]*\} from/.test(read(file)),
    )
    expect(direct).toEqual([])
  })
})

test('every route of the admin says whether it is for each brand, and these are not', () => {
  const closed = ADMIN.flatMap((file) =>
    [
      ...read(file).matchAll(
        /\b(?:pages|adminApi|routes|categories|downloads|publishingRoutes)\.(get|post|patch|delete)\(\s*([^,]+),\s*(\w+|\()/g,
      ),
    ]
      .filter(([, , , first]) => first !== 'forEachBrand')
      .map(([, method = '', path = '']) => `${method} ${path.replaceAll(/['`]/g, '')}`),
  )
  expect(closed.toSorted()).toEqual(
    [
      'post /admin',
      'get /admin/maintenance',
      'post /admin/maintenance',
      'get /admin/categories',
      'post /admin/categories',
      'delete /api/admin/pause',
      'get /api/admin/maintenance',
      'post /api/admin/maintenance',
      'delete /api/admin/maintenance',
      // Below /api/admin/categories.
      'post /',
      'patch /:id',
      'post /:id',
      'delete /:id',
    ].toSorted(),
  )
})
