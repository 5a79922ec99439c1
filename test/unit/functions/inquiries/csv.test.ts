import { expect, test } from 'vitest'
import { eachField } from '../../../../functions/contract/form-fields.ts'
import { csvHead, csvLines } from '../../../../functions/inquiries/csv.ts'
import type { ListedInquiry } from '../../../../functions/inquiries/export.ts'

const LISTED: ListedInquiry = {
  ...eachField(() => ''),
  receipt: 'r',
  state: 'new',
  received_at: '2026-11-22T00:00:00.000Z',
  delivered_at: null,
  answered_at: null,
  processed_at: null,
  messages: [],
  attempts: 0,
  last_failure: null,
  privacy_version: null,
  title: null,
  contents: null,
  file_ref_id: null,
  file_ref_id_homepage: null,
  brand_id: 'vcp-x',
  white_label: 'default',
  is_home_unite: false,
  is_home_inquiry: true,
  company_name: 'Gaon',
  user_name: 'Kim',
  inquiry_mail: 'kim@gaon.example',
  phone_number_homepage: '82-10',
  recipient_type: 'vcp-x',
  inquiry_type: 'quote',
  subject: 'Quote',
  content: 'Content',
  files: [],
}
const contentCell = (content: string) =>
  csvLines([{ ...LISTED, content }])
    .split(',Quote,')[1]
    ?.split(',,')[0]

/* RFC 4180, section 2, 6: a spreadsheet takes a bare line feed, too, for the end of the row. */
test.each([
  ['a line feed', 'One\nTwo', '"One\nTwo"'],
  ['a carriage return', 'One\rTwo', '"One\rTwo"'],
  ['both', 'One\r\nTwo', '"One\r\nTwo"'],
  ['a comma and a quote', 'One, "two"', '"One, ""two"""'],
  ['none of these', 'One two', 'One two'],
])('a cell with %s is one cell', (_, content, cell) => {
  expect(contentCell(content)).toBe(cell)
})

test('the file begins with the mark of UTF-8, and every row ends as Windows ends a line', () => {
  expect(csvHead()).toMatch(/^\ufeffreceived_at,.*,receipt\r\n$/)
  expect(csvLines([LISTED])).toMatch(/,r\r\n$/)
})

test.each([
  ['+82-02-555-0101', '(+82) 02-555-0101'],
  ['+1-(212) 555 0101', '(+1) (212) 555 0101'],
  ['+82-call=1', "'+82-call=1"],
  ['+1+cmd|calc', "'+1+cmd|calc"],
])('a telephone number is text without an apostrophe, and nothing else that begins so is: %s', (number, cell) => {
  expect(csvLines([{ ...LISTED, phone_number_homepage: number }])).toContain(`,${cell},`)
})
