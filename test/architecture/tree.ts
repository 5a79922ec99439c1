import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** Every file that is, or is about to be, under version control. */
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
  /** Erased when the code runs. */
  typeOnly: boolean
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g

/** Imports between files of the project; those of packages are left out. */
export function importsOf(file: string): Import[] {
  return [...read(file).matchAll(IMPORT)].flatMap(([, type, from, dynamic, bare]) => {
    const target = from ?? dynamic ?? bare ?? ''
    if (!target.startsWith('.')) return []
    const path = relative(ROOT, join(ROOT, dirname(file), target.replace(/\?.*$/, '')))
    const found =
      [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((candidate) => files.includes(candidate)) ?? path
    return [{ from: file, to: found, typeOnly: Boolean(type) }]
  })
}
