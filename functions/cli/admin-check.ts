import { OperatorError } from './settings.ts'

/** Addresses that must be closed to the public, with a wrong proof too. */
const REQUESTS: [path: string, headers: Record<string, string>][] = [
  ['/admin', {}],
  ['/admin?token=wrong', {}],
  ['/admin/inquiries', { 'cf-access-jwt-assertion': 'wrong' }],
  ['/admin/inquiries.csv', { cookie: 'admin=wrong' }],
  ['/api/admin/inquiries', {}],
]

/** What an address of the admin answers the public. */
interface AdminAnswer {
  path: string
  status: number
  finding: 'not there' | 'behind Access' | 'refused by the Worker' | 'open'
  isClosed: boolean
}

/** What an answer without proof says of the admin: it is not there, Access asks who it is, or the Worker itself refuses. */
function findingOf(answer: Response): AdminAnswer['finding'] {
  if (answer.status === 404) return 'not there'
  const location = answer.headers.get('location') ?? ''
  if (answer.status === 302 && /^https:\/\/[a-z0-9-]+\.cloudflareaccess\.com\//.test(location)) return 'behind Access'
  return answer.status === 403 ? 'refused by the Worker' : 'open'
}

/**
 * Asks each address of the admin without a valid proof.
 * @param choice headers that choose a version
 * @throws OperatorError where the site does not answer
 */
export async function closedAdmin(origin: string, choice: Record<string, string> = {}): Promise<AdminAnswer[]> {
  const answers: AdminAnswer[] = []
  for (const [path, own] of REQUESTS) {
    const headers = { ...choice, ...own }
    const answer = await fetch(origin + path, { headers, redirect: 'manual' }).catch((error: Error) => {
      throw new OperatorError(
        `${origin} cannot be reached: ${(error.cause as Error | undefined)?.message ?? error.message}`,
      )
    })
    const finding = findingOf(answer)
    const isClosed = finding === 'not there' || finding === 'behind Access'
    answers.push({ path, status: answer.status, finding, isClosed })
  }
  return answers
}

/**
 * `npm run deploy -- --check URL`: asks the public address without a valid proof and prints each answer.
 * @throws OperatorError unless every answer is the ordinary 404 or the page of Access
 */
export async function checkAdmin(address: string): Promise<void> {
  if (!URL.canParse(address))
    throw new OperatorError(`"${address}" is not an address; write it like https://www.your-site.com`)
  const answers = await closedAdmin(new URL(address).origin)
  for (const { path, status, finding } of answers) console.log(`${path}: ${status}, ${finding}`)
  const reached = answers.filter(({ isClosed }) => !isClosed)
  const { host } = new URL(address)
  const refusal = reached.every(({ finding }) => finding === 'refused by the Worker')
    ? ' Where no operator enters on this host, that is right: the Worker refuses without data.'
    : ''
  if (reached.length > 0)
    throw new OperatorError(
      `Access is not in front of ${reached.map(({ path }) => path).join(', ')}. Add ${host}/admin and ${host}/api/admin to its application (docs/deploying.md, The admin).${refusal}`,
    )
  console.log('The admin is closed to the public.')
}

/** A line of `/readyz`. */
export interface ReadyCheck {
  name: string
  ok: boolean
  detail?: string
}

/** The lines of `/readyz`; one that fails where it cannot be read. @param choice headers that choose a version */
export async function readyChecks(origin: string, choice: Record<string, string> = {}): Promise<ReadyCheck[]> {
  const answer = await fetch(new URL('/readyz', origin), { headers: choice, redirect: 'manual' }).catch(
    (error: Error) => ({ status: 0, json: () => Promise.reject(error) }),
  )
  const { checks } = (await answer.json().catch(() => ({}))) as { checks?: ReadyCheck[] }
  const isRead = checks !== undefined && (answer.status === 200) === checks.every(({ ok }) => ok)
  return isRead ? checks : [{ name: 'readyz', ok: false, detail: `It answers ${answer.status || 'nothing'}.` }]
}

/**
 * Reads `/readyz` of a deployed site and prints what is not right.
 * @throws OperatorError where something is not, such as a Turnstile site key without its secret
 */
export async function checkReady(address: string): Promise<void> {
  const failing = (await readyChecks(address)).filter(({ ok }) => !ok)
  const lines = failing.map(({ name, detail }) => `  ${name}: ${detail ?? 'It did not answer.'}`)
  if (lines.length > 0)
    throw new OperatorError(`${new URL('/readyz', address).href} is not ready:\n${lines.join('\n')}`)
  console.log('/readyz: every binding and setting is right')
}
