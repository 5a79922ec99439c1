import { setTimeout as pause } from 'node:timers/promises'
import { closedAdmin, readyChecks, type ReadyCheck } from '../admin-check.ts'
import { LOCALES } from '../../contract/languages.ts'
import type { BrandHost } from './hosts-and-zones.ts'

/** Pages that every brand has: the first one, a list, a form and a legal text. */
const PAGES = ['/', '/support/notice', '/support/request', '/privacy-policy']
const PATIENCE_MS = 20_000

/** Header by which Cloudflare has a version answer that is deployed without visitors. */
export const overrideHeader = (script: string, versionId: string): Record<string, string> => ({
  'cloudflare-workers-version-overrides': `${script}="${versionId}"`,
})

const ask = (address: string, headers: Record<string, string>) =>
  fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    (error: Error) => `no answer: ${(error.cause as Error | undefined)?.message ?? error.message}`,
  )

/** Which version answers a host; null where none does. */
export async function versionAt(host: string, headers: Record<string, string> = {}): Promise<string | null> {
  const answer = await ask(`https://${host}/healthz`, headers)
  if (typeof answer === 'string' || answer.status !== 200) return null
  const { version } = (await answer.json().catch(() => ({}))) as { version?: string }
  return version ?? null
}

/**
 * Waits until a version answers a host: a deployment takes seconds to reach the whole network, a new host minutes for its certificate.
 * @returns whether it does
 */
export async function waitForVersion(
  host: string,
  versionId: string,
  headers: Record<string, string>,
  patienceMs: number,
): Promise<boolean> {
  const end = Date.now() + patienceMs
  for (;;) {
    if ((await versionAt(host, headers)) === versionId) return true
    if (Date.now() > end) return false
    await pause(2000)
  }
}

/** What is wrong with a host's pages and with its admin, one sentence each. @param headers that choose the version */
export async function checkHost({ host, brandId }: BrandHost, headers: Record<string, string>): Promise<string[]> {
  const faults: string[] = []
  for (const path of PAGES)
    for (const language of LOCALES) {
      const address = `https://${host}${path}?lng=${language}`
      const fault = faultOf(await readPage(address, headers), brandId, language)
      if (fault !== null) faults.push(`${address}: ${fault}`)
    }
  // Access stands in front of one host; on the others the Worker itself refuses, without data.
  const admin = await closedAdmin(`https://${host}`, headers).then(
    (answers) =>
      answers
        .filter(({ finding }) => finding === 'open')
        .map(({ path, status }) => `https://${host}${path}: the admin is open (${status})`),
    (error: Error) => [error.message],
  )
  return [...faults, ...admin]
}

type Page = { status: number; html: string; csp: string | null; closedUntil: string | null } | string

async function readPage(address: string, headers: Record<string, string>): Promise<Page> {
  const answer = await ask(address, headers)
  if (typeof answer === 'string') return answer
  return {
    status: answer.status,
    html: await answer.text(),
    csp: answer.headers.get('content-security-policy'),
    closedUntil: answer.headers.get('retry-after'),
  }
}

function faultOf(page: Page, brandId: string, language: string): string | null {
  if (typeof page === 'string') return page
  const { status, html, csp, closedUntil } = page
  // During a maintenance every page is closed, and says until when.
  if (status !== 200 && !(status === 503 && closedUntil !== null)) return `it answers ${status}`
  const element = /<html[^>]*>/.exec(html)?.[0] ?? ''
  if (!element.includes(`lang="${language}"`)) return `it is not in the language ${language}`
  if (!element.includes(`data-brand="${brandId}"`)) return `it does not show the brand ${brandId}`
  return csp === null ? 'it has no Content-Security-Policy' : null
}

/** Whether somebody has paused the site, whatever its version. */
export const isPaused = (checks: readonly ReadyCheck[]): boolean =>
  checks.some(({ name, ok, detail }) => name === 'pause' && !ok && /paused since/.test(detail ?? ''))

/** What `/readyz` of a version refuses and that of the version before did not. A pause is no fault, nor that no canary arrives meanwhile. */
export async function newlyUnready(
  host: string,
  headers: Record<string, string>,
  before: readonly ReadyCheck[],
): Promise<string[]> {
  const failing = (await readyChecks(`https://${host}`, headers)).filter(({ ok }) => !ok)
  return failing
    .filter(({ name }) => !(isPaused(failing) && ['pause', 'canary'].includes(name)))
    .filter(({ name }) => !before.some((one) => one.name === name && !one.ok))
    .map(({ name, detail }) => `https://${host}/readyz: ${name}: ${detail ?? 'It did not answer.'}`)
}
