import { describe, expect, it } from 'vitest'
import { checkForm } from '../../../../functions/contract/check-form'
import { inquiryBody } from '../../../../functions/contract/inquiry-body'
import { PARTNERSHIP_ORDER, SALES_ORDER } from '../../../support/posted-form.ts'

const contact = {
  user_name: 'Kim',
  company_name: 'Gaon',
  country_code: '+1:US',
  phone_number: '010-1234-5678',
  inquiry_mail: 'kim@gaon.example',
}
const sales = { ...contact, inquiry_type: 'quote', subject: 'Price', content: 'How much?', privacy_consent: 'true' }
const partnership = {
  recipient_type: 'partner',
  subject: 'Together',
  content: 'Let us',
  ...contact,
  privacy_consent: 'on',
}

const without = (fields: Record<string, string>, names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

describe.each([
  ['sales', sales, SALES_ORDER],
  ['partnership', partnership, PARTNERSHIP_ORDER],
] as const)('the %s form', (kind, whole, order) => {
  it.each(order.map(([field, message], at) => ({ field, message, at })))(
    'requires $field after the fields before it',
    ({ field, message, at }) => {
      const missing = order.slice(at).map(([name]) => name)
      expect(checkForm(kind, without(whole, missing)).failure).toEqual({ field, message })
      const blank = Object.fromEntries(missing.map((name) => [name, name === 'privacy_consent' ? '' : '  ']))
      expect(checkForm(kind, { ...whole, ...blank }).failure).toEqual({ field, message })
    },
  )

  it.each(['text', 'a@b', 'a b@c.d', '@c.d', 'a@.'])('rejects the e-mail %j', (inquiry_mail) => {
    expect(checkForm(kind, { ...whole, inquiry_mail }).failure).toEqual({
      field: 'inquiry_mail',
      message: 'inquiry-mail-form-alert',
    })
  })

  it.each([
    'kim@gaon..example',
    'kim@.gaon.example',
    '.kim@gaon.example',
    'kim..lee@gaon.example',
    'kim@gaon.example/x',
  ])('rejects the e-mail %j, which no server can take', (inquiry_mail) => {
    expect(checkForm(kind, { ...whole, inquiry_mail }).failure).toEqual({
      field: 'inquiry_mail',
      message: 'inquiry-mail-form-alert',
    })
  })

  it('checks and sends the address without what was pasted around it, in browser and API', () => {
    const inquiry_mail = ' "Kim, Gildong of the department of carbon management" <mailto:Kim@Gaon.example>; '
    const inquiry = checkForm(kind, { ...whole, inquiry_mail }).inquiry
    expect(inquiry?.inquiry_mail).toBe('Kim@gaon.example')
    expect(inquiryBody.parse({ ...inquiry, inquiry_mail }).inquiry_mail).toBe('Kim@gaon.example')
  })

  it.each(['\u3164', '\u200b\u200b', '\u2800', ' \u00ad\u2060 ', '\uffa0', '\u180e\ufeff', '\u{e0020}'])(
    'takes a text of %j, where there is nothing to see, for an empty one, in browser and API',
    (nothing) => {
      const inquiry = checkForm(kind, whole).inquiry
      for (const name of ['user_name', 'company_name', 'subject', 'content', 'inquiry_mail'] as const) {
        const empty = checkForm(kind, { ...whole, [name]: '' }).failure
        expect(checkForm(kind, { ...whole, [name]: nothing }).failure).toEqual(empty)
        expect(inquiryBody.safeParse({ ...inquiry, [name]: nothing }).error?.issues.map(({ path }) => path)).toEqual([
          [name],
        ])
      }
      expect(checkForm(kind, { ...whole, phone_number: nothing }).failure?.message).toBe('phone-alert')
      expect(inquiryBody.safeParse({ ...inquiry, phone_number_homepage: `+82-${nothing}` }).success).toBe(false)
    },
  )

  it('keeps what is not seen inside of a text, such as the joiner of an emoji', () => {
    const subject = 'For the family \u{1f469}\u200d\u{1f469}\u200d\u{1f467}'
    expect(inquiryBody.parse({ ...checkForm(kind, { ...whole, subject }).inquiry }).subject).toBe(subject)
  })

  it('counts UTF-16 units: 50 and 2000 pass, one more does not', () => {
    expect(
      checkForm(kind, { ...whole, user_name: '😀'.repeat(25), content: '가'.repeat(2000) }).failure,
    ).toBeUndefined()
    expect(checkForm(kind, { ...whole, user_name: `${'😀'.repeat(25)}a` }).failure).toEqual({
      field: 'user_name',
      message: 'text-limit-alert',
    })
    expect(checkForm(kind, { ...whole, content: '가'.repeat(2001) }).failure).toEqual({
      field: 'content',
      message: 'content-limit-alert',
    })
  })

  it('counts a line end once, although a browser posts two characters', () => {
    expect(checkForm(kind, { ...whole, content: `${'\r\n'.repeat(999)}x`.padStart(2999, 'x') }).failure).toBeUndefined()
  })

  it.each(['82', '+', '+82x', '+1:us', '+82-10', '+999999', '+1'])('rejects the country code %j', (country_code) => {
    expect(checkForm(kind, { ...whole, country_code }).failure).toEqual({
      field: 'country_code',
      message: 'country-code-alert',
    })
  })

  it('gives a body that the API accepts', () => {
    const body = {
      ...checkForm(kind, whole).inquiry,
      file_ref_id: 'f1',
      file_ref_id_homepage: 'f2',
      held_files: [],
      privacy_version: '20250701',
    }
    expect(inquiryBody.parse(body)).toEqual({ ...body, website: false })
  })
})

describe('the inquiry of a form', () => {
  it('has every text of the specification for sales', () => {
    expect(checkForm('sales', sales).inquiry).toEqual({
      inquiry_mail: 'kim@gaon.example',
      recipient_type: 'vcp-x',
      inquiry_type: 'quote',
      subject: 'Price',
      content: 'How much?',
      phone_number_homepage: '+1-010-1234-5678',
      company_name: 'Gaon',
      user_name: 'Kim',
      is_home_unite: false,
      is_home_inquiry: true,
    })
  })

  it('has the chosen recipient and both flags for a partnership', () => {
    expect(checkForm('partnership', partnership).inquiry).toMatchObject({
      recipient_type: 'partner',
      inquiry_type: 'service',
      is_home_unite: true,
      is_home_inquiry: false,
    })
  })

  it.each([
    ['+82', '+82 2 555 0101', '+82-2 555 0101'],
    ['+82', '0082-2-555-0101', '+82-2-555-0101'],
    ['+82', '+82-2-555-0101', '+82-2-555-0101'],
    ['+82', '02-555-0101', '+82-02-555-0101'],
    ['+82', '82-555-0101', '+82-82-555-0101'],
    ['+82', '+49 30 555', '+82-+49 30 555'],
    ['+1:US', '+1 (212) 555-0101', '+1-(212) 555-0101'],
    ['+82', '+82', '+82-+82'],
    ['+82', '(+82) 10-1234-5678', '+82-10-1234-5678'],
    ['+82', '(+82)10-1234-5678', '+82-10-1234-5678'],
    ['+82', '(0082) 10-1234-5678', '+82-10-1234-5678'],
    ['+82', '(+82-10) 1234-5678', '+82-(10) 1234-5678'],
    ['+82', '＋82 10-1234-5678', '+82-10-1234-5678'],
    ['+82', '+82–10–1234–5678', '+82-10–1234–5678'],
    ['+1:US', '+12125550101', '+1-2125550101'],
    ['+82', '(02) 555-0101', '+82-(02) 555-0101'],
    ['+82', '(+49) 30 555', '+82-(+49) 30 555'],
  ])('has the calling code %s once where %s was typed', (country_code, phone_number, sent) => {
    expect(checkForm('sales', { ...sales, country_code, phone_number }).inquiry?.phone_number_homepage).toBe(sent)
  })
})
