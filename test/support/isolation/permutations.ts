import type { Brand } from '../../../functions/brand/schema.ts'

/** One way to ask for a page of a brand while pointing at another brand. */
export interface Permutation {
  name: string
  headers: Record<string, string>
  /** Appended to the address. */
  query?: Record<string, string>
  /** Changes how the host is written. */
  host?: (host: string) => string
}

/** Headers, cookies and parameters by which servers elsewhere have been talked into another tenant's page. */
export function permutationsOf(other: Brand, otherEtag: string | undefined): Permutation[] {
  const { id, origin, whiteLabel } = other
  const { host } = new URL(origin)
  const forwarding = {
    'x-forwarded-host': host,
    forwarded: `for=192.0.2.1;host=${host};proto=https`,
    'x-original-host': host,
  }
  const rewriting = {
    'x-host': host,
    'x-forwarded-server': host,
    'x-http-host-override': host,
    'x-original-url': `${origin}/`,
    'x-rewrite-url': `${origin}/`,
  }
  const cookies = `theme=dark; brand=${id}; white-label=${whiteLabel}; host=${host}`
  const one = (
    name: string,
    headers: Record<string, string>,
    more: Omit<Permutation, 'name' | 'headers'> = {},
  ): Permutation => ({ name, headers, ...more })
  return [
    one('nothing', {}),
    ...Object.entries(forwarding).map(([name, value]) => one(name, { [name]: value })),
    one('other forwarding headers', rewriting),
    one('origin', { origin }),
    one('referer', { referer: `${origin}/support/notice` }),
    one('white-label', { 'white-label': whiteLabel, 'site-type': 'home' }),
    one('cookies', { cookie: cookies }),
    ...(otherEtag ? [one('if-none-match', { 'if-none-match': otherEtag })] : []),
    one('parameters', {}, { query: { brand: id, host, 'white-label': whiteLabel } }),
    one('host in capitals', {}, { host: (own) => own.toUpperCase() }),
    one('host with a port', {}, { host: (own) => `${own}:8443` }),
    one(
      'all at once',
      { ...forwarding, ...rewriting, origin, referer: `${origin}/`, 'white-label': whiteLabel, cookie: cookies },
      { query: { brand: id } },
    ),
  ]
}
