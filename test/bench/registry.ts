import { bundle } from './bundle.ts'
import { deliveryCalls } from './delivery-calls.ts'
import { growth } from './growth.ts'
import { inbox } from './inbox.ts'
import { acceptedInquiries } from './inquiries.ts'
import { lighthouse } from './lighthouse.ts'
import { mainThreadWork } from './main-thread.ts'
import type { Section } from './section.ts'
import { survival } from './survival.ts'
import { throughput } from './throughput.ts'
import { uploadMemory } from './uploads-section.ts'
import { upstreamCalls } from './upstream-calls.ts'
import { weight } from './weight.ts'

/** Every section of the benchmark, in the order in which they run: a new one is a file and a line. */
export const sections: readonly Section[] = [
  throughput,
  weight,
  lighthouse,
  mainThreadWork,
  upstreamCalls,
  deliveryCalls,
  acceptedInquiries,
  growth,
  inbox,
  bundle,
  survival,
  uploadMemory,
]
