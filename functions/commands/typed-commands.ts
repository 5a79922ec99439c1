import { WorkerEntrypoint } from 'cloudflare:workers'
import { scopeOf } from '../brand/hosts.ts'
import { ALL_BRANDS } from '../contract/scope.ts'
import { readPause } from '../database/restore-pause.ts'
import { parseEnv } from '../env.ts'
import { ApiError, InvalidBodyError } from '../errors.ts'
import type { InquiryCall } from './define-command.ts'

/** The commands of the table that can be typed. */
const TYPED_COMMANDS = ['export', 'send-again', 'mark-processed', 'resume'] as const
export type TypedCommand = (typeof TYPED_COMMANDS)[number]

/** What became of a command. An error that crosses to another process is only a text, so that a refusal is a value. */
type Outcome = { refusal: string } | { refusal: null; result: unknown }
export type CommandAnswer = Outcome & {
  /** Since when the site sends nothing because it was restored, ISO 8601; null where it is not paused. */
  pausedSince: string | null
}

/**
 * The table of commands for whoever types them (decision 039): another process on this machine, or a service binding of the same account.
 * No address leads here, and it has no `fetch`. What is to be sent, the next minute sends.
 */
export class CommandLine extends WorkerEntrypoint {
  /**
   * @param who types the command, for the log
   * @param brandId acts for that brand alone; whoever can call it has the account, and with it every brand
   */
  async perform(name: TypedCommand, who: string, input: unknown, brandId?: string): Promise<CommandAnswer> {
    // Imported on first use: visitors do not need it.
    const { commands } = await import('./table.ts')
    const scope = brandId === undefined ? ALL_BRANDS : scopeOf(brandId)
    if (!scope) return { refusal: `There is no brand ${brandId}.`, pausedSince: null }
    const call: InquiryCall = {
      env: parseEnv(this.env),
      actor: `command:${who}`,
      scope,
      now: new Date(),
      requestId: `command-${crypto.randomUUID()}`,
    }
    if (!TYPED_COMMANDS.includes(name)) return { refusal: `There is no command ${name}.`, pausedSince: null }
    const answer = await this.#answer(() => commands[name].performFromClient(call, input))
    return { ...answer, pausedSince: await readPause(call.env.DB) }
  }

  async #answer(perform: () => Promise<unknown>): Promise<Outcome> {
    try {
      return { refusal: null, result: await perform() }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      const faults = error instanceof InvalidBodyError ? error.errors.map(({ message }) => message) : []
      return { refusal: faults.length > 0 ? faults.join(' ') : error.message }
    }
  }
}
