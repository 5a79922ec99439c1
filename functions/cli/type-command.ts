import { createServer, type AddressInfo } from 'node:net'
import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { getPlatformProxy } from 'wrangler'
import type { CommandAnswer, CommandLine, TypedCommand } from '../commands/typed-commands.ts'
import type { commands } from '../commands/table.ts'
import { build, serve } from './built-site.ts'
import { withDeployedState } from './deployed-state.ts'
import { withLocalState } from './local-state.ts'
import { applyMigrations } from './migrations.ts'
import { isRunning, registryOf } from './running-site.ts'
import { OperatorError } from './run-command.ts'
import { readSettings } from './settings.ts'
import { inTemporaryFolder } from './temporary-folder.ts'
import { readWorkerConfig } from './worker-config.ts'

type Table = typeof commands
type Input<Name extends TypedCommand> = Parameters<Table[Name]['perform']>[1]
type Result<Name extends TypedCommand> = Awaited<ReturnType<Table[Name]['perform']>>

/** Has a command of the table done. @throws OperatorError with the reason where it is refused */
export type TypeCommand = <Name extends TypedCommand>(name: Name, input: Input<Name>) => Promise<Result<Name>>

/**
 * Connects to the commands of the deployed site, or of the local one in `STATE_DIR`, until `use` has finished.
 * @param brandId acts for that brand alone
 */
export function withCommands<T>(remote: boolean, use: (type: TypeCommand) => Promise<T>, brandId?: string): Promise<T> {
  if (remote) return withDeployedState(({ COMMAND_LINE }) => use(typing(COMMAND_LINE, brandId)))
  return withLocalCommands(readSettings().stateDir, use, brandId)
}

/** Commands of a site that is paused say so once, where no script reads it. */
function typing(site: Service<CommandLine>, brandId?: string): TypeCommand {
  let isTold = false
  return async <Name extends TypedCommand>(name: Name, input: Input<Name>): Promise<Result<Name>> => {
    const answer = (await site.perform(name, userName(), input, brandId)) as CommandAnswer
    if (answer.pausedSince !== null && !isTold)
      console.error(
        `This site was restored and has been paused since ${answer.pausedSince}: nothing is sent until npm run inquiries -- --resume.`,
      )
    isTold ||= answer.pausedSince !== null
    if (answer.refusal !== null) throw new OperatorError(answer.refusal)
    return answer.result as Result<Name>
  }
}

/** Whoever is signed in on this machine. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a user without a name.
    return String(process.getuid?.() ?? '?')
  }
}

/**
 * Connects to the commands of the running site over loopback. Where none runs, one is started on the same folder, without the clock: what it
 * accepts to be sent is sent once the site runs, which knows its upstream.
 */
export async function withLocalCommands<T>(
  stateDir: string,
  use: (type: TypeCommand) => Promise<T>,
  brandId?: string,
): Promise<T> {
  const started = (await isRunning(stateDir)) ? null : await startWithoutClock(stateDir)
  try {
    return await inTemporaryFolder(async (folder) => {
      const { name: service, compatibility_date } = readWorkerConfig()
      const configPath = join(folder, 'wrangler.json')
      const services = [{ binding: 'COMMAND_LINE', service, entrypoint: 'CommandLine' }]
      await writeFile(configPath, JSON.stringify({ name: `${service}-command`, compatibility_date, services }))
      // Wrangler knows no other way to say it. Left behind, it would decide where the next site of this process is found.
      process.env.CLOUDFLARE_DEV_REGISTRY_PATH = registryOf(stateDir)
      const proxy = await getPlatformProxy<{ COMMAND_LINE: Service<CommandLine> }>({ configPath, persist: false })
      try {
        return await use(typing(proxy.env.COMMAND_LINE, brandId))
      } finally {
        await proxy.dispose()
      }
    })
  } finally {
    delete process.env.CLOUDFLARE_DEV_REGISTRY_PATH
    await started?.close()
  }
}

async function startWithoutClock(stateDir: string) {
  // Standard output is for what the command prints.
  process.env.WRANGLER_LOG = 'warn'
  await build()
  await withLocalState(stateDir, ({ DB }) => applyMigrations(DB))
  return serve({ port: await freePort(), stateDir, vars: {}, log: console.error })
}

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
