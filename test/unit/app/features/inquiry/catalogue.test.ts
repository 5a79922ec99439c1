import { describe, expect, it } from 'vitest'
import en from '../../../../../app/i18n/en/inquiry.json'
import ko from '../../../../../app/i18n/ko/inquiry.json'
import { FORM_MESSAGES, CONTENT_MAX, TEXT_MAX } from '../../../../../functions/contract/form-fields'

/** Verbatim from docs/specification.md#5 and #8; docs/contract.md#6 says which text is which. */
const ENGLISH = {
  'contact-person-alert': 'Please check the person in charge field',
  'company-alert': 'Please check the company (affiliation) field',
  'country-code-alert': 'Please check the country code number field',
  'phone-alert': 'Please check the mobile phone number field',
  'inquiry-mail-alert': 'Please check the email field',
  'inquiry-mail-form-alert': 'Please enter a valid email format',
  'inquiry-type-alert': 'Please select the type from following drop down list',
  'title-alert': 'Please check the inquiry title field',
  'inquiry-content-alert': 'Please check the inquiry content field',
  'privacy-check-alert': 'Please check the privacy check field',
  'partnership-recipient-type-alert': 'Please select the partnership type',
  'partnership-title-alert': 'Please check the title field',
  'partnership-inquiry-content-alert': 'Please check the inquiry content field',
  'file-limit-alert': 'You can attach up to 5 files.',
  'format-size-alert': 'This file cannot be uploaded. Please check the file format or size.',
  'file-upload-fail-alert': 'File upload failed. Please try again.',
  'recipient-type-placeholder': 'Please select the type of partnership',
}

describe('the messages of the forms', () => {
  it('are those of the specification in English', () => {
    expect(en).toMatchObject(ENGLISH)
  })

  it('exist in Korean', () => {
    for (const key of FORM_MESSAGES) expect(ko[key]).toMatch(/[가-힣]/)
  })

  it.each([en, ko])('name the limits of the checks', (catalogue) => {
    expect(catalogue['text-limit-alert']).toContain(String(TEXT_MAX))
    expect(catalogue['content-limit-alert']).toContain(CONTENT_MAX.toLocaleString('en-US'))
  })
})
