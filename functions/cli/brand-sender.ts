import type { BrandEntry } from '../brand/schema.ts'
import { findingLines } from './doctor/finding.ts'
import { ownNetwork, type Network } from './doctor/network.ts'
import { senderFindings } from './doctor/sender-findings.ts'

/** What receivers find of a brand's own sender (SPF, DKIM, DMARC), as lines; none where it has no sender of its own. */
export async function senderLines({ mail }: BrandEntry, network: Network = ownNetwork()): Promise<string[]> {
  if (mail?.from === undefined) return []
  return [`Sender ${mail.from}`, ...findingLines(await senderFindings(mail.from, network)).map((line) => `  ${line}`)]
}
