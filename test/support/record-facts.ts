import type { RecordFacts } from '../../functions/database/inquiry-record.ts'

/** What the row of a queued inquiry says at its first version. */
export const RECORD: RecordFacts = {
  receipt: '0d9e4a1c-0000-4000-8000-00000000000a',
  version: 1,
  brandId: 'vcp-x',
  whiteLabel: 'default',
  kind: 'sales',
  locale: 'ko',
  privacyVersion: '20250701',
  spamSignals: [],
  processedMonths: null,
  state: 'queued',
  acceptedAt: Date.UTC(2026, 10, 22),
  deliveredAt: null,
  answeredAt: null,
  processedAt: null,
  destroyAt: null,
  destroyedAt: null,
  attempts: 0,
  lastFailure: null,
}
