import { describe, expect, it } from 'vitest'
import en from '../../../../../app/i18n/en/inquiry.json'
import ko from '../../../../../app/i18n/ko/inquiry.json'
import { FORM_MESSAGES } from '../../../../../functions/contract/form-fields'
import { CONTENT_MAX, TEXT_MAX } from '../../../../../functions/contract/limits'

/** Word for word as spec 5 and 8 have them; which is which: contract, Forms. */
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

describe('the sentences of the forms', () => {
  it('are those of the spec in English', () => {
    expect(en).toMatchObject(ENGLISH)
  })

  it('are there in Korean for every message', () => {
    for (const key of FORM_MESSAGES) expect(ko[key]).toMatch(/[가-힣]/)
  })

  it.each([en, ko])('name the limits that are checked', (catalogue) => {
    expect(catalogue['text-limit-alert']).toContain(String(TEXT_MAX))
    expect(catalogue['content-limit-alert']).toContain(String(CONTENT_MAX))
  })
})
