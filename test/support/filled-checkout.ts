import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { registry } from '../../functions/brand/registry.ts'
import { ROOT } from '../../functions/cli/settings.ts'

/** A checkout of its own, with a registry as a company fills it in. */
export interface Checkout {
  folder: string
  /** Changes a file. */
  edit(path: string, change: (text: string) => string): Promise<void>
  add(path: string, text: string): Promise<void>
  remove(): Promise<void>
}

/** What a company would write in place of each placeholder of the example. */
const filled = (text: string): string =>
  text
    .replaceAll('.example', '.test')
    .replace(/example/gi, 'sample')
    .replace(/fictitious/gi, 'true')
    .replaceAll('홍길동', '홍판서')
    .replace(/예시|가상|보기/g, '표본')
    .replace(/\b0{3}-?0{2,4}(?:-\d+)?\b/g, '123-4567')

const fillIn = (value: unknown): unknown => {
  if (typeof value === 'string') return filled(value)
  if (Array.isArray(value)) return value.map(fillIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item)]))
}

/** Copies what is under version control and fills in the registry. */
export async function filledCheckout(): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-checkout-'))
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    {
      cwd: ROOT,
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  for (const file of stdout.split('\0').filter((name) => /^(?:app|functions|public)\/|^[^/]+$/.test(name))) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await cp(join(ROOT, file), join(folder, file))
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const add: Checkout['add'] = async (path, text) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await add(
    'functions/brand/registry.ts',
    `import type { RegistryEntries } from './schema.ts'\n\nexport const registry: RegistryEntries = ${JSON.stringify(fillIn(registry))}\n`,
  )
  return {
    folder,
    add,
    edit: async (path, change) => add(path, change(await readFile(join(folder, path), 'utf8'))),
    remove: () => rm(folder, { recursive: true }),
  }
}
