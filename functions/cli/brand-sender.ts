import type { BrandEntry } from '../brand/schema.ts'
import { findingLines } from './doctor/finding.ts'
import { ownNetwork, type Network } from './doctor/network.ts'
import { senderFindings, senderRecords } from './doctor/sender-findings.ts'
import { domainOf } from './deploy/hosts-and-zones.ts'

/**
 * What receivers find of a brand's own sender (SPF, DKIM, DMARC and whether they count for it), as lines; without a network what they would
 * have to find. None where it has no sender of its own.
 */
export async function senderLines({ mail }: BrandEntry, network: Network = ownNetwork()): Promise<string[]> {
  const from = mail?.from
  if (from === undefined) return []
  const isReached = await network.texts(domainOf(from)).then(
    () => true,
    () => false,
  )
  const lines = isReached
    ? findingLines(await senderFindings(from, network))
    : ['not asked: no name server answers here. These records have to be there:', ...senderRecords(from)]
  return ['', `Sender ${from}`, ...lines.map((line) => `  ${line}`)]
}
