import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import type { InquiryFormProps } from '../../../../../app/features/inquiry/form'
import { PartnershipForm } from '../../../../../app/features/inquiry/partnership-form'
import { SalesInquiryForm } from '../../../../../app/features/inquiry/sales-form'
import { i18nOf } from '../../../../../app/i18n/i18n'
import { pageBrand } from '../../../../../app/request/page-brand'
import { defaultBrand } from '../../../../../functions/brand/hosts'
import type { FormOutcome } from '../../../../../functions/contract/form-outcome'

async function render(form: ReactElement, language: 'ko' | 'en' = 'en'): Promise<string> {
  return renderToStaticMarkup(
    <I18nextProvider i18n={await i18nOf(language, ['inquiry', 'countries'])}>{form}</I18nextProvider>,
  )
}

const page = (outcome: FormOutcome | null = null): InquiryFormProps => ({
  path: '/support/request',
  visitor: {
    brand: pageBrand(defaultBrand, 'en'),
    card: '',
    locale: 'en',
    localeInAddress: false,
    cookieDecision: true,
  },
  loaded: { privacyVersion: '20250701', countryDefault: '+82', outcome },
})
const tagOf = (html: string, name: string) => new RegExp(`<[a-z]+[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? ''

describe('a form rendered on the server', () => {
  it('posts itself with its files to its page, without the checks of the browser', async () => {
    const html = await render(<SalesInquiryForm {...page()} />)
    expect(html).toMatch(/^<form [^>]*action="\/support\/request"/)
    expect(html).toMatch(/<form [^>]*encType="multipart\/form-data"[^>]*method="post"/)
    expect(html).toMatch(/<form [^>]*noValidate=""/)
    expect(html).toContain('<option value="+82" selected="">South Korea (+82)</option>')
    expect(html).not.toContain(' style=')
    expect(html).not.toContain('role="alert"')
  })

  it('says what it collects, in the order of its fields', async () => {
    expect(await render(<SalesInquiryForm {...page()} />)).toContain(
      '<dd>Required: name of the contact person, company, country code, phone number, e-mail, inquiry type, title, content. Optional: any files you attach</dd>',
    )
    expect(await render(<PartnershipForm {...page()} />, 'ko')).toContain(
      '<dd>필수: 제휴 유형, 제목, 내용, 담당자 이름, 회사명, 국가 번호, 전화번호, 이메일. 선택: 제안서, 회사 소개서</dd>',
    )
  })

  it.each([
    [
      'sales',
      <SalesInquiryForm {...page()} />,
      [
        'user_name',
        'company_name',
        'country_code',
        'phone_number',
        'inquiry_mail',
        'inquiry_type',
        'subject',
        'content',
        'files',
        'privacy_consent',
      ],
    ],
    [
      'partnership',
      <PartnershipForm {...page()} />,
      [
        'recipient_type',
        'subject',
        'content',
        'proposal_file',
        'user_name',
        'company_name',
        'country_code',
        'phone_number',
        'inquiry_mail',
        'profile_file',
        'privacy_consent',
      ],
    ],
  ])('has the fields of the contract in its order: %s', async (_kind, form, names) => {
    const html = await render(form)
    const found = [...html.matchAll(/ name="([a-z_]+)"/g)].map(([, name]) => name)
    expect(found).toEqual([...names, 'privacy_version', 'processed_months', 'website'])
  })

  it('hides the honeypot from people and assistive technology', async () => {
    const html = await render(<SalesInquiryForm {...page()} />)
    expect(html).toMatch(
      /aria-hidden="true" data-untyped="true"><input type="text" tabindex="-1" autoComplete="off" name="website"/i,
    )
  })
})

describe('a form that failed without JavaScript', () => {
  const values = {
    user_name: 'Kim "K" <b>',
    company_name: '',
    inquiry_type: 'issue',
    content: 'line 1\nline 2',
    privacy_consent: 'true',
  }
  const outcome: FormOutcome = {
    kind: 'sales',
    field: 'company_name',
    message: 'company-alert',
    values,
    notKept: {},
    status: 422,
  }

  it('shows the message as an alert and beside the field, which gets the focus', async () => {
    const html = await render(<SalesInquiryForm {...page(outcome)} />)
    const sentence = 'Please check the company (affiliation) field'
    expect(html).toMatch(new RegExp(`role="alert">(?:(?!</div>).)*${sentence.replace(/[()]/g, '\\$&')}`))
    expect(html.split(sentence).length).toBe(3)
    expect(tagOf(html, 'company_name')).toContain('aria-invalid="true"')
    expect(tagOf(html, 'company_name')).toContain('aria-describedby="sales-company_name-error"')
    expect(tagOf(html, 'company_name')).toMatch(/autofocus/i)
  })

  it('keeps the values, escaped', async () => {
    const html = await render(<SalesInquiryForm {...page(outcome)} />)
    expect(tagOf(html, 'user_name')).toContain('value="Kim &quot;K&quot; &lt;b&gt;"')
    expect(html).toContain('>line 1\nline 2</textarea>')
    expect(html).toContain('13 / 2000')
    expect(html).toContain('<option value="issue" selected="">')
    expect(tagOf(html, 'privacy_consent')).toContain('checked')
  })

  it('names the files to choose again in the description of their field', async () => {
    const html = await render(<SalesInquiryForm {...page({ ...outcome, notKept: { files: ['<b>.pdf', 'c.pdf'] } })} />)
    const note = 'Please choose them again before you submit: &lt;b&gt;.pdf, c.pdf'
    expect(html).toMatch(new RegExp(`id="sales-files-hint"(?:(?!</p>).)*${note.replaceAll('.', '\\.')}`))
    expect(tagOf(html, 'files')).toContain('aria-describedby="sales-files-hint"')
  })

  it('shows a failure of the whole form at the top and beside the button, in the language of the page', async () => {
    const html = await render(
      <SalesInquiryForm {...page({ ...outcome, field: null, message: 'rate-limited', status: 429 })} />,
      'ko',
    )
    expect(html.split('요청이 너무 많습니다').length).toBe(3)
    expect(html).toContain('aria-describedby="submit-error"')
  })

  it('shows the message of a wrong file beside its field', async () => {
    const html = await render(
      <SalesInquiryForm {...page({ ...outcome, field: 'files', message: 'format-size-alert' })} />,
    )
    expect(tagOf(html, 'files')).toContain('aria-invalid="true"')
    expect(html).toContain('id="sales-files-error"')
  })
})
