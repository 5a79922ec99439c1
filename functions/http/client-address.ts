import ipaddr from 'ipaddr.js'

/**
 * The client to count, from `CF-Connecting-IP`: an IPv4 address, or the /64 of an IPv6 address (decision 026).
 * Requests without it, which only a local run has, count together.
 */
export function clientOf(request: Request): string {
  const sent = request.headers.get('cf-connecting-ip')
  if (sent === null || !ipaddr.isValid(sent)) return sent ?? 'local'
  // Gives the IPv4 address of an IPv4-mapped one.
  const address = ipaddr.process(sent)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const parts = address.parts.map((part, index) => (index < 4 ? part : 0))
  return `${new ipaddr.IPv6(parts).toString()}/64`
}
