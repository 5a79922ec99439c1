import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export interface ChangedBuild {
  /** For `startSite`. */
  configPath: string
  remove(): Promise<void>
}

/**
 * A copy of the build in which a function begins with another statement.
 * @param chunk file names below `server/assets`
 * @param name of the function
 * @throws where a file of that name has no such function
 */
export async function changedBuild(chunk: RegExp, name: string, statement: string): Promise<ChangedBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-changed-'))
  await cp('dist', folder, { recursive: true })
  const assets = join(folder, 'server/assets')
  const head = new RegExp(`(function ${name}\\([^)]*\\) )\\{`)
  const files = (await readdir(assets)).filter((file) => chunk.test(file))
  if (files.length === 0) throw new Error(`no file ${chunk}`)
  for (const file of files) {
    const path = join(assets, file)
    const code = await readFile(path, 'utf8')
    if (!head.test(code)) throw new Error(`${file} has no function ${name}`)
    await writeFile(path, code.replace(head, `$1{ ${statement}`))
  }
  const configPath = join(folder, 'server/wrangler.json')
  const config = await readFile(configPath, 'utf8')
  await writeFile(
    configPath,
    config.replace('"../../functions/', JSON.stringify(resolve('functions')).slice(0, -1) + '/'),
  )
  return { configPath, remove: () => rm(folder, { recursive: true }) }
}
