import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LogEntry } from '../../../functions/database/admin-log.ts'
import type { ListRow } from '../../../functions/database/inquiry-search.ts'
import type { ShownInquiry } from '../../../functions/commands/inquiries/reading.ts'
import { formOnPage } from '../../support/form-on-page.ts'
import { formatDay } from '../../../app/i18n/format.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { type Site, startSite } from '../../support/site.ts'

/* What somebody says on the telephone, noted by an operator on a page without scripts. */
let site: Site
let operator: Operator
beforeAll(async () => {
  site = await startSite({ vars: { ADMIN_TOKEN, MAIL_FROM: 'site@vcp-x.example' } })
  operator = await signIn(site)
})
afterAll(() => site.close())

const NEW = '/admin/inquiries/new'
const SAID = {
  user_name: '김가온',
  company_name: '가온',
  country_code: '+82',
  phone_number: '02-555-0101',
  inquiry_mail: 'kim@gaon.example',
  inquiry_type: 'quote',
  subject: '전화로 받은 견적 문의',
  content: '100개 단가를 알고 싶습니다.',
  privacy_consent: 'true',
}
/** Where the browser ends that opens the page, with the key of its form. */
const opened = async (query = '', who = operator): Promise<string> =>
  (await who.get(NEW + query)).headers.get('location') ?? ''
/** What the page's form posts with these fields filled in. */
const filled = async (change: Record<string, string> = {}): Promise<Record<string, string>> => ({
  ...formOnPage(await operator.page(await opened('?brand=vcp-x&kind=sales')), 'consent_day').fields,
  ...SAID,
  ...change,
})
const post = (fields: Record<string, string>, query = '?brand=vcp-x&kind=sales', who = operator) =>
  who.post(NEW + query, fields)
const receiptOf = (answer: Response) => answer.headers.get('location')?.split('/').at(-1) ?? ''
const subjects = async () =>
  (await operator.ask<{ rows: ListRow[] }>('GET', '/api/admin/inquiries')).rows.map(({ subject }) => subject)
const log = async () => (await operator.ask<{ entries: LogEntry[] }>('GET', '/api/admin/log')).entries
const dayOf = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(ms)
const today = dayOf(Date.now())
const yesterday = dayOf(Date.now() - 86_400_000)

test('cuts nothing that is pasted, and says what is too long', async () => {
  expect(await operator.page(await opened())).not.toMatch(
    /<(?:input|textarea)[^>]*name="(?:subject|content|company_name)"[^>]*maxlength/i,
  )
  const refused = await post(await filled({ content: '가'.repeat(2001) }))
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('가'.repeat(2001))
})

test('is accepted as a visitor’s, with its consent, a row of the log and a mail to colleagues; sent twice it is one', async () => {
  expect(await operator.page('/admin/inquiries', 'ko')).toContain('전화 문의 등록')
  const form = await filled({ language: 'ko' })
  expect(form).toMatchObject({ consent_day: today, consent_way: 'spoken', privacy_version: expect.any(String) })
  const answer = await post(form)
  expect(answer.status).toBe(303)
  const receipt = receiptOf(answer)
  expect(receiptOf(await post(form))).toBe(receipt)
  expect(await subjects()).toEqual([SAID.subject])
  const { inquiry, log: done } = await operator.ask<ShownInquiry>('GET', `/api/admin/inquiries/${receipt}`)
  expect(inquiry).toMatchObject({
    state: 'new',
    brand: 'vcp-x',
    locale: 'ko',
    privacyVersion: form.privacy_version,
    telephone: { day: today, way: 'spoken' },
    spamSignals: [],
    fields: { ...FIELDS, phone_number_homepage: '+82-02-555-0101' },
  })
  expect(done).toMatchObject([{ action: 'take-by-telephone', subject: receipt, brand_id: 'vcp-x' }])
  expect((await log()).filter(({ action }) => action === 'take-by-telephone')).toHaveLength(1)
  expect(await operator.page(`/admin/inquiries/${receipt}`, 'ko')).toContain(
    `전화(동의: ${formatDay(today, 'ko')}, 통화 중 구두 동의)`,
  )
  expect(await operator.page('/admin/log', 'ko')).toContain('전화로 받은 문의')
  const [mail] = await site.sql("SELECT kind FROM mail WHERE receipt = ? AND event = 'accepted'", receipt)
  expect(mail).toMatchObject({ kind: 'accepted' })
  await operator.ask('DELETE', `/api/admin/inquiries/${receipt}`)
  const [row] = await site.sql('SELECT consent_day, consent_way, subject FROM inquiry WHERE receipt = ?', receipt)
  expect(row).toEqual({ consent_day: null, consent_way: null, subject: null })
})
const { privacy_consent: _agreed, country_code: _code, phone_number: _number, ...FIELDS } = SAID

test.each([
  ['a field that the form refuses', { inquiry_mail: 'kim' }, 'enter a valid email'],
  ['no consent', { privacy_consent: '' }, 'check the privacy check field'],
  ['a day to come', { consent_day: '2199-01-01' }, 'not later than today'],
  ['a day long ago', { consent_day: '2020-01-01' }, 'last 30 days'],
  ['a way that does not exist', { consent_way: 'telepathy' }, 'how it was given'],
  ['a policy that is not in force', { privacy_version: '19990101' }, 'privacy policy has changed'],
])(
  'is not accepted with %s: the reason stands there, what was typed stays, nothing is logged',
  async (_, change, text) => {
    const before = [await subjects(), (await log()).filter(({ action }) => action === 'take-by-telephone').length]
    const form = await filled(change)
    const answer = await post(form)
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain(text)
    expect(formOnPage(page, 'consent_day').fields).toMatchObject({ content: SAID.content, key: form.key })
    expect([await subjects(), (await log()).filter(({ action }) => action === 'take-by-telephone').length]).toEqual(
      before,
    )
  },
)

test('with other contents under the same form is no silent loss: it says so, and the next press is a new inquiry', async () => {
  const form = await filled({ subject: 'First' })
  const receipt = receiptOf(await post(form))
  const corrections = { consent_way: 'written', consent_day: yesterday, language: 'ko' }
  for (const [name, value] of Object.entries(corrections))
    expect((await post({ ...form, [name]: value })).status, name).toBe(422)
  const refused = await post({ ...form, subject: 'Second' })
  expect(refused.status).toBe(422)
  const page = await refused.text()
  expect(page).toContain('Another inquiry was accepted from this form already')
  expect((await post({ ...form, ...formOnPage(page, 'consent_day').fields, privacy_consent: 'true' })).status).toBe(303)
  expect((await subjects()).slice(0, 2)).toEqual(['Second', 'First'])
  expect(receiptOf(await post(form)), 'Sent again it is the first one.').toBe(receipt)
})

test('is one inquiry after the browser’s Back too: its address has the key of the form', async () => {
  const address = await opened('?brand=vcp-x&kind=sales')
  const sent = async () =>
    post({ ...formOnPage(await operator.page(address), 'consent_day').fields, ...SAID, subject: 'Back and again' })
  expect(receiptOf(await sent())).toBe(receiptOf(await sent()))
  expect((await subjects()).filter((subject) => subject === 'Back and again')).toHaveLength(1)
  expect(await opened()).not.toBe(await opened())
})

test('keeps what was typed where another form or language is chosen, and asks for consent to the other form again', async () => {
  const form = await filled()
  const shown = async (change: Record<string, string>, query?: string) => {
    const answer = await post({ ...form, ...change }, query)
    const page = await answer.text()
    return { answer, page, fields: formOnPage(page, 'consent_day').fields }
  }
  const before = await subjects()
  const other = await shown({ kind: 'partnership', action: 'choose' })
  expect(other.fields).toMatchObject({
    key: form.key,
    subject: SAID.subject,
    content: SAID.content,
    recipient_type: '',
  })
  expect(other.fields).not.toHaveProperty('privacy_consent')
  expect(other.page).toContain('This is the form you chose')
  expect((await shown({ brand: 'partner-a' })).page, 'Accepted without the press of Choose.').toContain(
    'This is the form you chose',
  )
  const same = await shown({ action: 'ko' })
  expect(same.answer.headers.get('set-cookie')).toContain('i18next=ko')
  expect(same.page).toContain('<html lang="ko">')
  expect(same.fields).toMatchObject({ key: form.key, content: SAID.content, privacy_consent: 'true', language: 'en' })
  expect(await subjects()).toEqual(before)
})

test('marks the field that has to be checked, the consent too, and says so only then', async () => {
  const refused = await (await post(await filled({ privacy_consent: '' }))).text()
  expect(refused).toMatch(
    /<input[^>]*aria-describedby="privacy_consent-error"[^>]*aria-invalid="true"[^>]*name="privacy_consent"/,
  )
  expect(refused).toContain('Please check the marked field.')
  const strange = await (await post(await filled({ processed_months: '0' }))).text()
  expect(strange).toContain('The inquiry was not accepted.')
  expect(strange).not.toContain('marked field')
})

test('keeps what was typed where the store fails, and takes it once it is back', async () => {
  const form = await filled({ subject: 'While the store fails' })
  await site.sql("CREATE TRIGGER full BEFORE INSERT ON inquiry BEGIN SELECT RAISE(ABORT, 'x'); END")
  const failed = await post(form)
  await site.sql('DROP TRIGGER full')
  expect(failed.status).toBe(500)
  const again = formOnPage(await failed.text(), 'consent_day').fields
  expect(again).toMatchObject({ subject: 'While the store fails', content: SAID.content, key: form.key })
  expect((await post({ ...again, privacy_consent: 'true' })).status).toBe(303)
})

test('is of the brand of its operator, with the forms and the period of that brand', async () => {
  const own = await signIn(site, 'partner-a')
  const page = await own.page(await opened('?brand=vcp-x&kind=partnership', own))
  expect(page).not.toContain('VCP-X')
  const { fields } = formOnPage(page, 'consent_day')
  expect(fields).toMatchObject({ brand: 'partner-a', recipient_type: '' })
  const answer = await post({ ...fields, ...SAID, recipient_type: 'partner' }, '?kind=partnership', own)
  const { inquiry } = await own.ask<ShownInquiry>('GET', `/api/admin/inquiries/${receiptOf(answer)}`)
  expect(inquiry).toMatchObject({ brand: 'partner-a', whiteLabel: 'partner-a', kind: 'partnership' })
  expect((await post({ ...fields, ...SAID, brand: 'vcp-x' }, '?kind=partnership', own)).status).toBe(404)
})
