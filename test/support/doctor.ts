import { vi } from 'vitest'
import { defaultBrand } from '../../functions/brand/hosts.ts'
import { hostFindings } from '../../functions/cli/doctor/host-findings.ts'
import type { Site } from './site.ts'

/** What `npm run doctor` says of a site: each line, and whether it is right. Names and certificates are. */
export async function doctorOf(site: Site): Promise<Record<string, boolean>> {
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => site.direct(String(input), init))
  const host = 'www.vcp-x.example'
  const network = {
    addresses: () => Promise.resolve(['203.0.113.7']),
    texts: () => Promise.resolve([]),
    mailServers: () => Promise.resolve([]),
    certificateEnd: () => Promise.resolve(new Date(Date.now() + 60 * 86_400_000)),
  }
  const patient = { host, brand: defaultBrand, canonical: defaultBrand.origin, hasAdmin: false }
  const findings = await hostFindings(patient, network, new Date())
  asked.mockRestore()
  return Object.fromEntries(findings.map(({ name, ok }) => [name, ok]))
}
