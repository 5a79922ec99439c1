import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export const AUDIENCE = 'aud-of-the-admin'

/** A stand-in for a team of Cloudflare Access: its public keys over HTTP, and tokens signed with them. */
export interface AccessTeam {
  /** Issuer, and where the keys are; the value of ACCESS_TEAM_DOMAIN. */
  origin: string
  /** A valid token of `operator@company.example`; each option replaces one part of it. */
  token(options?: TokenOptions): Promise<string>
  /** How often the keys were read. */
  readonly reads: number
  /** How its keys are answered from now on; null: as they must be. */
  fault: { status: number; body: string } | null
  close(): Promise<void>
}

interface TokenOptions {
  issuer?: string
  audience?: string | string[]
  /** Seconds from now. */
  expiresIn?: number | null
  claims?: Record<string, unknown>
  /** Signs with a key that the team does not publish, under the name of one that it does. */
  foreignKey?: boolean
}

export async function startAccessTeam(): Promise<AccessTeam> {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: 'team-key', alg: 'RS256', use: 'sig' }]
  let reads = 0
  const server = createServer((request, response) => {
    if (request.url !== '/cdn-cgi/access/certs') return void response.writeHead(404).end()
    reads++
    if (team.fault) return void response.writeHead(team.fault.status).end(team.fault.body)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const team: AccessTeam = {
    origin,
    fault: null,
    get reads() {
      return reads
    },
    token({ issuer = origin, audience = AUDIENCE, expiresIn = 600, claims, foreignKey = false } = {}) {
      const jwt = new SignJWT({ email: 'operator@company.example', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'team-key' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
      if (expiresIn !== null) jwt.setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
      return jwt.sign((foreignKey ? foreign : own).privateKey)
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
  return team
}
