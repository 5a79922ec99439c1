import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** Every file under version control, and every new file that is not ignored. */
export const files: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)))

export const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
export const readJson = <T>(file: string): T => JSON.parse(read(file)) as T

/** Source files of the product, without declarations. */
export const sources = files.filter((file) => /^(?:app|functions)\/.*\.tsx?$/.test(file) && !file.endsWith('.d.ts'))

export interface Import {
  from: string
  to: string
}

const IMPORT = /\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g

/** Imports of a file as they are written, type-only and dynamic ones included. */
export const specifiersOf = (file: string): string[] =>
  [...read(file).matchAll(IMPORT)].map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '')

/** Imports between files of the project; those of packages are left out. */
export function importsOf(file: string): Import[] {
  return specifiersOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => {
      const path = relative(ROOT, join(ROOT, dirname(file), specifier.replace(/\?.*$/, '')))
      const found = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((candidate) =>
        files.includes(candidate),
      )
      return { from: file, to: found ?? path }
    })
}

/** A test that proves a promise; without a name, all of its file do. */
interface Proof {
  file: string
  name?: string
}

const PROOFS = /`(test\/[^`]+\.test\.tsx?)`(?:: ("[^"]+"(?:, "[^"]+")*))?/g

const rowsOf = (page: string): string[] =>
  read(page)
    .split('\n')
    .filter((line) => line.startsWith('| '))

/** The tests that a page of docs/ names as proofs: in table rows, `test/file.test.ts`, or `test/file.test.ts`: "name", "name". */
export const proofsIn = (page: string): Proof[] =>
  rowsOf(page)
    .flatMap((line) => [...line.matchAll(PROOFS)])
    .flatMap(([, file = '', names]): Proof[] =>
      names === undefined ? [{ file }] : [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name })),
    )

/** What its rows say beside the proofs where they name any, such as a name after a comma: nothing checks that it exists. */
export const unreadIn = (page: string): string[] =>
  rowsOf(page)
    .flatMap((line) => line.split(' | '))
    .filter((cell) => /`test\/[^`]+\.test\.tsx?`/.test(cell))
    .map((cell) => cell.replaceAll(PROOFS, '').replaceAll(/\(`npm (?:test|run test:long)`\)|[;|\s]/g, ''))
    .filter((left) => left !== '')

/** Whether the file exists and has a test of that name. */
export const hasTest = ({ file, name }: Proof): boolean =>
  files.includes(file) &&
  (name === undefined || [`'${name}'`, `"${name}"`].some((quoted) => read(file).includes(quoted)))

/** The command that runs a test file. */
export const runOf = (file: string): 'npm test' | 'npm run test:long' =>
  file.startsWith('test/long/') ? 'npm run test:long' : 'npm test'
