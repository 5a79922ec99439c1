import { eachField } from '../../functions/contract/inquiry-fields.ts'
import {
  brandOfInquiry,
  writeRecord,
  type InquiryContents,
  type RecordFacts,
} from '../../functions/database/inquiry-record.ts'
import { RECORD } from './record-facts.ts'
import type { Site } from './site.ts'
import { SALES } from './visitor-calls.ts'

const CONTENTS: InquiryContents = {
  ...eachField(() => ''),
  ...SALES,
  title: null,
  contents: null,
  file_ref_id: null,
  file_ref_id_homepage: null,
  staged: [],
}

/** Writes the row of an inquiry as its outbox does, for states that would take days to come about. */
export async function addRecord(
  db: D1Database,
  facts: Partial<RecordFacts> & Pick<RecordFacts, 'receipt' | 'state'>,
  fields: Partial<InquiryContents> = {},
): Promise<void> {
  await writeRecord(db, { ...RECORD, acceptedAt: Date.now(), ...facts }, { ...CONTENTS, ...fields }).run()
}

/** Marks an inquiry as if it had been processed at that time, so that it is destroyed at the other one. */
export async function processedAt(site: Site, receipt: string, processed: string, destroy: string): Promise<void> {
  const brand = (await brandOfInquiry(site.env.DB, receipt)) ?? ''
  const times = [Date.parse(processed), Date.parse(destroy)]
  await site.outboxSql(
    brand,
    'UPDATE inquiry SET processed_at = ?, destroy_at = ? WHERE receipt = ?',
    ...times,
    receipt,
  )
  await site.env.DB.prepare(
    "UPDATE inquiry_record SET state = 'processed', processed_at = ?, destroy_at = ? WHERE receipt = ?",
  )
    .bind(processed, destroy, receipt)
    .run()
}
