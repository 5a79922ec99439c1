import type { ChildProcess } from 'node:child_process'
import { eachLine, exitOf, start } from './children.ts'
import { BUILT_CONFIG, OperatorError, type Settings } from './settings.ts'

/** Lines of wrangler that tell an operator nothing: its banner, tables of modules and bindings, its own ready line. */
const CHATTER =
  /^\s*$|⛅️|[─┌├└│]{3}|^│|^Your Worker has access|^Binding\s|^env\.|^Attaching additional|Ready on http|Starting local server|^Cloudflare collects anonymous|Parsed \d+ valid|^[^a-zA-Z0-9]*$/

export interface ServedSite {
  origin: string
  child: ChildProcess
  /** Resolves once it ends by itself. */
  ended: Promise<number | NodeJS.Signals | null>
}

/**
 * Serves the built Worker in workerd and waits until it truly answers.
 * @param say gets each line of its log that is of use to an operator
 * @throws OperatorError where it ends before it answers.
 */
export async function serve({ port, stateDir, vars }: Settings, say: (line: string) => void): Promise<ServedSite> {
  const origin = `http://127.0.0.1:${port}`
  const child = start('wrangler', [
    'dev',
    '--config',
    BUILT_CONFIG,
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--inspector-port',
    '0',
    '--persist-to',
    stateDir,
    ...Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
  ])
  const ended = exitOf(child)
  eachLine(child, (line) => CHATTER.test(line) || say(line.replace(/^\[wrangler:\w+\] /, '')))
  let gone = false
  const answers = async (): Promise<boolean> => {
    while (!gone) {
      if (
        await fetch(`${origin}/healthz`).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        return true
      await new Promise((done) => setTimeout(done, 100))
    }
    return false
  }
  const ready = await Promise.race([answers(), ended.then(() => false)])
  gone = !ready
  if (!ready)
    throw new OperatorError(`The Worker ended before it answered (${await ended}); what it printed stands above.`)
  return { origin, child, ended }
}
