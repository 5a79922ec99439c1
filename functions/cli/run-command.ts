import { constants } from 'node:os'

/** A fault that the operator can mend. Its message says how, and no stack is shown. */
export class OperatorError extends Error {}

/**
 * Environment of every command and its child processes: no network access at start-up, no metrics, plain output. A local site has no
 * explorer of its storage, which would ask nobody for the admin's token, and keeps no record of the addresses that were asked for.
 */
export const ENVIRONMENT = {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  X_LOCAL_EXPLORER: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  NO_COLOR: '1',
  NODE_NO_WARNINGS: '1',
}

/**
 * Runs a command. An OperatorError prints its message and exits with 1; any other error prints its stack. A signal ends the command as it
 * ends any other program, with 128 and its number.
 * @param isServer it serves until a signal ends it, so that this is a success
 */
export async function runCommand(command: () => Promise<void>, { isServer = false } = {}): Promise<void> {
  delete process.env.FORCE_COLOR
  Object.assign(process.env, ENVIRONMENT)
  // `exit` listeners end workerd (miniflare) and child processes (programs.ts), and remove what is unfinished (temporary-folder.ts).
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(isServer ? 0 : 128 + constants.signals[signal]))
  try {
    await command()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
