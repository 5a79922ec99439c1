import { setTimeout as pause } from 'node:timers/promises'
import { readyChecks, type ReadyCheck } from '../admin-check.ts'
import { OperatorError } from '../settings.ts'
import type { HostState } from './survey.ts'
import { checkHost, isPaused, newlyUnready, overrideHeader, waitForVersion } from './site-checks.ts'
import { giveVisitors } from './versions.ts'

/** A deployment reaches the whole network within seconds. */
const DEPLOYMENT_MS_MAX = 120_000
/** The certificate of a new host takes minutes. */
const NEW_HOST_MS_MAX = 600_000
/** A canary is sent every 15 minutes, and arrives at once. */
const CANARY_MS_MAX = 18 * 60_000

interface Candidate {
  script: string
  /** The version that is to have the visitors. */
  id: string
  /** The version that has them; null where this one has already. */
  live: string | null
  config: string
  /** What it knows of tables, for its deployments. */
  message: string
  /** What `/readyz` said before the version had visitors. */
  before: ReadyBefore
}

/** Lines of `/readyz`, by host. */
type ReadyBefore = Map<string, ReadyCheck[]>

/** Asks the version that has the visitors on the hosts on which they reach it. */
export const readyBefore = async (hosts: readonly HostState[]): Promise<ReadyBefore> =>
  new Map(await Promise.all(hosts.map(async ({ host }) => [host, await readyChecks(`https://${host}`)] as const)))

/** Checks of a version that failed: what was wrong, one sentence each. */
class FailedChecks extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/** Asks a version on all hosts. @throws FailedChecks */
async function checkVersion(
  { script, id, before }: Candidate,
  hosts: readonly HostState[],
  patienceMs: number,
): Promise<void> {
  const headers = overrideHeader(script, id)
  // A host that is new was not asked; what another one says is of the same site.
  const [ofSite = []] = before.values()
  const faults = await Promise.all(
    hosts.map(async (host) => {
      if (!(await waitForVersion(host.host, id, headers, patienceMs)))
        return [`https://${host.host}/healthz: the new version does not answer there`]
      return [
        ...(await checkHost(host, headers)),
        ...(await newlyUnready(host.host, headers, before.get(host.host) ?? ofSite)),
      ]
    }),
  )
  if (faults.flat().length > 0) throw new FailedChecks(faults.flat())
}

/**
 * Shows a version to nobody, asks it on every host that visitors reach today, and gives it the visitors. Does nothing where it has them.
 * @throws OperatorError where a check fails: the version before has all visitors then
 */
export async function promote(candidate: Candidate, hosts: readonly HostState[]): Promise<void> {
  const { config, id, live, message } = candidate
  if (live === null) return
  console.log('Checking the new version before visitors get it …')
  await giveVisitors(config, live, { none: id, message })
  await takingBack(candidate, 'Nothing else was changed but tables, which it works with.', async () => {
    await checkVersion(candidate, hosts, DEPLOYMENT_MS_MAX)
    await giveVisitors(config, id, { message })
  })
}

/** Asks the version that has the visitors once more, also on hosts that are new, and waits for a canary. */
export async function confirmLive(
  candidate: Candidate,
  hosts: readonly HostState[],
  { isNewHost, canaryHost }: { isNewHost: boolean; canaryHost: string | null },
): Promise<void> {
  await takingBack(candidate, 'Tables, hosts, HTTPS and crons are those of the new one.', async () => {
    const patienceMs = isNewHost ? NEW_HOST_MS_MAX : DEPLOYMENT_MS_MAX
    await checkVersion(candidate, hosts, patienceMs)
    const [ofSite = []] = candidate.before.values()
    if (canaryHost !== null) await waitForCanary(canaryHost, candidate.before.get(canaryHost) ?? ofSite)
  })
}

/**
 * Puts the version before back where a check of this one fails, and says which and why.
 * @param rest what has become of everything but the version, a sentence
 */
async function takingBack(
  { script, config, live, id, message }: Candidate,
  rest: string,
  check: () => Promise<void>,
): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (!(error instanceof FailedChecks)) throw error
    const logs = `The dashboard (Workers & Pages, ${script}, Logs) has the errors behind them.`
    const faults = error.faults.map((fault) => `  ${fault}`).join('\n')
    if (live === null)
      throw new OperatorError(
        `Version ${id} is live, and these checks failed:\n${faults}\n${logs} Mend them and run npm run deploy again, or put the version before back with npm run deploy -- --rollback.`,
        { cause: error },
      )
    await giveVisitors(config, live, { message: `${message}; put back` })
    throw new OperatorError(
      `The new version failed these checks:\n${faults}\nThe version before (${live}) has all visitors. ${rest}\n${logs} Mend them and run npm run deploy again.`,
      { cause: error },
    )
  }
}

/** Seconds since the last canary, from `/readyz`. */
const ageOf = (checks: readonly ReadyCheck[]): number | null => {
  const detail = checks.find(({ name }) => name === 'canary')?.detail ?? ''
  const seconds = /arrived (\d+) s ago/.exec(detail)?.[1]
  return seconds === undefined ? null : Number(seconds)
}

/** Without which no canary arrives, whatever the version. */
const CANARY_NEEDS = ['upstream', 'canary']

/**
 * Waits for an inquiry of the site's own that was sent after now and went the whole way, unless none arrived before either.
 * @throws FailedChecks
 */
async function waitForCanary(host: string, before: readonly ReadyCheck[]): Promise<void> {
  if (isPaused(await readyChecks(`https://${host}`)))
    return console.log('No canary is waited for: the site is paused, until npm run inquiries -- --resume --remote.')
  const missing = before.filter(({ name, ok }) => !ok && CANARY_NEEDS.includes(name)).map(({ name }) => name)
  if (missing.length > 0)
    return console.log(`No canary is waited for: /readyz of the version before failed for ${missing.join(', ')} too.`)
  const started = Date.now()
  console.log('Waiting for a canary, an inquiry of our own that goes the whole way (up to 18 minutes) …')
  for (;;) {
    const age = ageOf(await readyChecks(`https://${host}`))
    if (age !== null && age * 1000 < Date.now() - started) return
    if (Date.now() - started > CANARY_MS_MAX)
      throw new FailedChecks(['No canary has arrived since the version has visitors'])
    await pause(10_000)
  }
}
