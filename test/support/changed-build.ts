import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

/** A copy of the build, for a site of its own. A file that is put beside the build itself would restart each site that watches it. */
export interface BuildCopy {
  folder: string
  /** For `startSite`. */
  configPath: string
  remove(): Promise<void>
}

export async function copyBuild(): Promise<BuildCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-changed-'))
  // What other sites of this build keep for a while may go while it is copied.
  await cp('dist', folder, { recursive: true, filter: (path) => basename(path) !== '.wrangler' })
  const configPath = join(folder, 'server/wrangler.json')
  const config = await readFile(configPath, 'utf8')
  await writeFile(
    configPath,
    config.replace('"../../functions/', JSON.stringify(resolve('functions')).slice(0, -1) + '/'),
  )
  return { folder, configPath, remove: () => rm(folder, { recursive: true }) }
}

/**
 * A copy of the build in which a function begins with another statement. The build keeps the names of functions, not those of their
 * parameters.
 * @param chunk file names below `server/assets`
 * @param name of the function
 * @throws where no file of that name has such a function
 */
export async function changedBuild(chunk: RegExp, name: string, statement: string): Promise<BuildCopy> {
  const copy = await copyBuild()
  const assets = join(copy.folder, 'server/assets')
  const head = new RegExp(`(function ${name}\\([^)]*\\))\\{`)
  let changed = 0
  for (const file of (await readdir(assets)).filter((each) => chunk.test(each))) {
    const path = join(assets, file)
    const code = await readFile(path, 'utf8')
    if (!head.test(code)) continue
    await writeFile(path, code.replace(head, `$1{${statement}`))
    changed++
  }
  if (changed === 0) throw new Error(`no file ${chunk} has a function ${name}`)
  return copy
}
