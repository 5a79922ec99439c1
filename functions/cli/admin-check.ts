import { OperatorError } from './settings.ts'

/** Addresses that must be closed to the public, with a wrong proof too. */
const REQUESTS: [path: string, headers: Record<string, string>][] = [
  ['/admin', {}],
  ['/admin?token=wrong', {}],
  ['/admin/inquiries', { 'cf-access-jwt-assertion': 'wrong' }],
  ['/admin/inquiries.csv', { cookie: 'admin=wrong' }],
  ['/api/admin/inquiries', {}],
]

/** What an answer without proof says of the admin: it is not there, Access asks who it is, or the Worker itself refuses. */
function findingOf(answer: Response): 'not there' | 'behind Access' | 'refused by the Worker' | null {
  if (answer.status === 404) return 'not there'
  const location = answer.headers.get('location') ?? ''
  if (answer.status === 302 && /^https:\/\/[a-z0-9-]+\.cloudflareaccess\.com\//.test(location)) return 'behind Access'
  return answer.status === 403 ? 'refused by the Worker' : null
}

/**
 * `npm run deploy -- --check URL`: asks the public address without a valid proof and prints each answer.
 * @throws OperatorError unless every answer is the ordinary 404 or the page of Access
 */
export async function checkAdmin(address: string): Promise<void> {
  if (!URL.canParse(address))
    throw new OperatorError(`"${address}" is not an address; write it like https://www.your-site.com`)
  const { origin } = new URL(address)
  const open: string[] = []
  for (const [path, headers] of REQUESTS) {
    const answer = await fetch(origin + path, { headers, redirect: 'manual' }).catch((error: Error) => {
      throw new OperatorError(
        `${origin} cannot be reached: ${(error.cause as Error | undefined)?.message ?? error.message}`,
      )
    })
    const finding = findingOf(answer)
    console.log(`${path}: ${answer.status}, ${finding ?? 'open'}`)
    if (finding !== 'not there' && finding !== 'behind Access') open.push(path)
  }
  if (open.length > 0)
    throw new OperatorError(
      `Access is not in front of ${open.join(', ')}. Add these paths to its application (docs/deploying.md).`,
    )
  console.log('The admin is closed to the public.')
}

/**
 * Reads `/readyz` of a deployed site and prints what is not right.
 * @throws OperatorError where something is not, such as a Turnstile site key without its secret
 */
export async function checkReady(address: string): Promise<void> {
  const answer = await fetch(new URL('/readyz', address), { redirect: 'manual' })
  const { checks = [] } = (await answer.json().catch(() => ({}))) as {
    checks?: { name: string; ok: boolean; detail?: string }[]
  }
  const failing = checks
    .filter(({ ok }) => !ok)
    .map(({ name, detail }) => `  ${name}: ${detail ?? 'It did not answer.'}`)
  if (answer.status !== 200)
    throw new OperatorError(`${new URL('/readyz', address).href} answers ${answer.status}:\n${failing.join('\n')}`)
  console.log('/readyz: every binding and setting is right')
}
