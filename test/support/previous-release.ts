/*
 * Every SQL statement of the previous release, with values as it binds them. Migrations run before the new code, so this is what
 * still runs on the new schema for a while. With each release, this list is replaced by the statements of the code that it replaces.
 */

const GROUP = '0d9e4a1c-0000-4000-8000-000000000001'
const NOW = '2026-11-21T00:00:00.000Z'
const ENTRY_COLUMNS =
  'i.board_uuid, i.subject, i.create_date, i.update_date, i.is_priority, c.sub_category_name, c.sub_category_en_name'
const ENTRIES = `FROM board_item i JOIN sub_category c USING (sub_category_id)
  WHERE (i.white_label IS NULL OR i.white_label = ?1)`
const PAYLOAD = JSON.stringify({
  inquiry: {
    inquiry_mail: 'kim@gaon.example',
    subject: 'subject',
    content: 'content',
    file_ref_id: null,
    file_ref_id_homepage: null,
    phone_number_homepage: '+82-010-1234-5678',
    company_name: 'Gaon',
    user_name: 'Kim',
    recipient_type: 'vcp-x',
    inquiry_type: 'quote',
    is_home_unite: false,
    is_home_inquiry: true,
    held_files: [],
    privacy_version: null,
  },
  whiteLabel: 'default',
  origin: 'https://www.vcp-x.example',
  requestId: 'request',
  uploads: [],
})
const INQUIRY = [
  'idempotency_key',
  'receipt',
  'received_at',
  'white_label',
  'title',
  'inquiry_mail',
  'contents',
  'recipient_type',
  'inquiry_type',
  'subject',
  'content',
  'file_ref_id',
  'file_ref_id_homepage',
  'phone_number_homepage',
  'company_name',
  'user_name',
  'is_home_unite',
  'is_home_inquiry',
]

/** Stores an inquiry that was delivered. */
export const inquiryStatement = (idempotencyKey: string, receipt: string) => ({
  sql: `INSERT INTO inquiry (${INQUIRY.join(', ')}) VALUES (${INQUIRY.map(() => '?').join(', ')}) ON CONFLICT (idempotency_key) DO NOTHING`,
  values: [
    idempotencyKey,
    receipt,
    NOW,
    'default',
    'title',
    'kim@gaon.example',
    '<table></table>',
    'vcp-x',
    'quote',
    'subject',
    'content',
    'reference',
    null,
    '+82-010-1234-5678',
    'Gaon',
    'Kim',
    0,
    1,
  ],
})

export interface PreviousStatement {
  sql: string
  values?: (string | number | null)[]
  /** What the release reads in the rows; without it the statement gives none. */
  rows?: Record<string, unknown>[]
}

/** In an order in which they can run on empty tables. */
export const PREVIOUS_RELEASE: PreviousStatement[] = [
  {
    sql: 'INSERT OR IGNORE INTO sub_category (sub_category_id, group_uuid, sub_category_name, sub_category_en_name, sort_order) VALUES (?, ?, ?, ?, ?)',
    values: ['service', GROUP, '서비스', 'Service', 0],
  },
  {
    sql: 'INSERT INTO board_item (board_uuid, group_uuid, sub_category_id, subject, contents, create_date, update_date, is_priority, white_label) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    values: ['n1', GROUP, 'service', '안내', '<p>본문</p>', NOW, null, 1, null],
  },
  { sql: 'SELECT board_uuid FROM board_item LIMIT 1', rows: [{ board_uuid: 'n1' }] },
  { sql: 'SELECT 1 AS one FROM board_item LIMIT 1', rows: [{ one: 1 }] },
  {
    sql: `SELECT ${ENTRY_COLUMNS} ${ENTRIES} AND i.group_uuid = ?2
      AND (?3 = '[]' OR i.sub_category_id IN (SELECT value FROM json_each(?3)))
      AND (?4 = '' OR instr(lower(i.subject), lower(?4)) > 0 OR instr(lower(i.contents), lower(?4)) > 0)
      AND i.create_date >= ?5 AND i.create_date < ?6
      ORDER BY i.create_date DESC, i.board_uuid DESC`,
    values: ['default', GROUP, '["service"]', '본문', '1970-01-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z'],
    rows: [
      {
        board_uuid: 'n1',
        subject: '안내',
        create_date: NOW,
        update_date: null,
        is_priority: 1,
        sub_category_name: '서비스',
        sub_category_en_name: 'Service',
      },
    ],
  },
  {
    sql: `SELECT sub_category_id, sub_category_name, sub_category_en_name FROM sub_category
      WHERE (white_label IS NULL OR white_label = ?1) AND group_uuid = ?2 ORDER BY sort_order, sub_category_id`,
    values: ['default', GROUP],
    rows: [{ sub_category_id: 'service' }],
  },
  {
    sql: `SELECT ${ENTRY_COLUMNS}, i.contents ${ENTRIES} AND i.board_uuid = ?2`,
    values: ['default', 'n1'],
    rows: [{ contents: '<p>본문</p>' }],
  },
  {
    sql: 'INSERT INTO file VALUES (?, ?, ?, ?, ?, ?)',
    values: ['key', 'reference', 0, '제안.pdf', 'application/pdf', NOW],
  },
  {
    sql: 'SELECT file_key, file_name FROM file WHERE file_ref_id = ? ORDER BY position',
    values: ['reference'],
    rows: [{ file_key: 'key', file_name: '제안.pdf' }],
  },
  {
    sql: 'SELECT file_name, media_type FROM file WHERE file_key = ?',
    values: ['key'],
    rows: [{ file_name: '제안.pdf', media_type: 'application/pdf' }],
  },
  {
    sql: 'SELECT file_ref_id, file_key, file_name FROM file ORDER BY position',
    rows: [{ file_ref_id: 'reference', file_key: 'key', file_name: '제안.pdf' }],
  },
  inquiryStatement('idempotency-key', 'receipt'),
  {
    sql: 'SELECT * FROM inquiry ORDER BY received_at DESC',
    rows: [{ receipt: 'receipt', subject: 'subject', file_ref_id: 'reference', processed_at: null }],
  },
  {
    sql: 'INSERT INTO undelivered_inquiry (receipt, accepted_at, white_label, payload) VALUES (?, ?, ?, ?) ON CONFLICT (receipt) DO NOTHING',
    values: ['undelivered', NOW, 'default', PAYLOAD],
  },
  {
    sql: 'SELECT * FROM undelivered_inquiry ORDER BY accepted_at DESC',
    rows: [{ receipt: 'undelivered', accepted_at: NOW, payload: PAYLOAD, processed_at: null }],
  },
  {
    sql: `SELECT DISTINCT file_ref_id FROM file WHERE received_at < ?
      AND file_ref_id NOT IN (SELECT file_ref_id FROM inquiry WHERE file_ref_id IS NOT NULL UNION SELECT file_ref_id_homepage FROM inquiry WHERE file_ref_id_homepage IS NOT NULL)`,
    values: ['2026-11-23T00:00:00.000Z'],
    rows: [],
  },
  ...['inquiry', 'undelivered_inquiry'].flatMap((table): PreviousStatement[] => {
    const receipt = table === 'inquiry' ? 'receipt' : 'undelivered'
    return [
      { sql: `UPDATE ${table} SET processed_at = '${NOW}' WHERE receipt = '${receipt}' AND processed_at IS NULL` },
      { sql: `SELECT processed_at FROM ${table} WHERE receipt = '${receipt}'`, rows: [{ processed_at: NOW }] },
      {
        sql: `SELECT * FROM ${table} WHERE processed_at <= ? ORDER BY processed_at LIMIT 100`,
        values: ['2026-12-31T00:00:00.000Z'],
        rows: [{ receipt, processed_at: NOW }],
      },
    ]
  }),
  { sql: 'SELECT file_key FROM file WHERE file_ref_id = ?', values: ['reference'], rows: [{ file_key: 'key' }] },
  { sql: 'DELETE FROM file WHERE file_ref_id = ?', values: ['reference'] },
  { sql: 'DELETE FROM inquiry WHERE receipt = ?', values: ['receipt'] },
  { sql: 'DELETE FROM undelivered_inquiry WHERE receipt = ?', values: ['undelivered'] },
]
