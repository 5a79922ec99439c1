import { Resolver } from 'node:dns/promises'
import { connect } from 'node:tls'

/** What a doctor asks beside the pages themselves: names and certificates. */
export interface Network {
  /** Addresses and names that a host leads to; none where it has no record. @throws where no name server answers */
  addresses(host: string): Promise<string[]>
  /** Each TXT record as one text. @throws where no name server answers */
  texts(name: string): Promise<string[]>
  /** Names of the servers that take the mail of a domain. @throws where no name server answers */
  mailServers(domain: string): Promise<string[]>
  /** When the certificate of a host ends. @throws where it is not trusted, or where there is none */
  certificateEnd(host: string): Promise<Date>
}

const PATIENCE_MS = 15_000
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA'])

const unlessNone = (error: NodeJS.ErrnoException): [] => {
  if (!NO_RECORD.has(String(error.code))) throw error
  return []
}

/** The network of this machine. */
export function ownNetwork(): Network {
  const resolver = new Resolver({ timeout: 5000, tries: 2 })
  return {
    addresses: async (host) =>
      (
        await Promise.all([resolver.resolve4(host).catch(unlessNone), resolver.resolve6(host).catch(unlessNone)])
      ).flat(),
    texts: async (name) => (await resolver.resolveTxt(name).catch(unlessNone)).map((parts) => parts.join('')),
    mailServers: async (domain) =>
      (await resolver.resolveMx(domain).catch(unlessNone))
        .toSorted((one, other) => one.priority - other.priority)
        .map(({ exchange }) => exchange),
    certificateEnd: (host) =>
      new Promise((done, fail) => {
        const socket = connect({ host, port: 443, servername: host, timeout: PATIENCE_MS }, () => {
          done(new Date(socket.getPeerCertificate().valid_to))
          socket.end()
        })
        socket.once('timeout', () => socket.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)))
        socket.once('error', fail)
      }),
  }
}
