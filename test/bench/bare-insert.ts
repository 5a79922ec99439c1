import { searchGrams } from '../../functions/database/inquiry-search-words.ts'
import type { InquiryTexts } from '../../functions/contract/form-fields.ts'

/*
 * The least that stores an inquiry durably: one row in the same table of D1, with the same indexes. What accepting costs is measured against
 * it.
 */

interface Bindings {
  DB: D1Database
  LIMIT?: RateLimit
}

const INSERT = `INSERT INTO inquiry (id, receipt, brand_id, white_label, kind, state, idempotency_key, key_ends_at, contents_hash, names_hash,
    accepted_at, processed_months, locale, search_grams, delivery, next_at, tried_since,
    subject, content, company_name, user_name, inquiry_mail, phone_number_homepage, recipient_type, inquiry_type)
  VALUES ((?1 << 20) + (random() & 0xfffff), ?2, 'vcp-x', 'default', 'sales', 'queued', ?3, ?1 + 86400000, ?4, ?4,
    strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 1, 'ko', ?5, ?6, ?1, ?1,
    ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)`

export default {
  async fetch(request: Request, { DB, LIMIT }: Bindings): Promise<Response> {
    if (request.method !== 'POST') return new Response('ok')
    await LIMIT?.limit({ key: request.headers.get('cf-connecting-ip') ?? '' })
    const body = await request.text()
    const texts = JSON.parse(body) as InquiryTexts
    const receipt = crypto.randomUUID()
    await DB.prepare(INSERT)
      .bind(
        Date.now(),
        receipt,
        request.headers.get('idempotency-key'),
        'x'.repeat(64),
        searchGrams(texts),
        body.slice(0, 200),
        texts.subject,
        texts.content,
        texts.company_name,
        texts.user_name,
        texts.inquiry_mail,
        texts.phone_number_homepage,
        texts.recipient_type,
        texts.inquiry_type,
      )
      .run()
    return Response.json({ data: { receipt } }, { status: 202 })
  },
}
