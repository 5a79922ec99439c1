import { describe, expect, it } from 'vitest'
import { ownText } from '../../../../app/i18n/own-text'

describe('a text of the board', () => {
  it('is shown in the page language', () => {
    expect(ownText({ ko: '점검', en: 'Maintenance' }, 'ko')).toEqual({ text: '점검' })
    expect(ownText({ ko: '점검', en: 'Maintenance' }, 'en')).toEqual({ text: 'Maintenance' })
    expect(ownText({ ko: 'VCP-X 2.8', en: 'VCP-X 2.8' }, 'ko')).toEqual({ text: 'VCP-X 2.8' })
  })

  it('is shown in the other language, and says so, where its own is missing', () => {
    expect(ownText({ ko: '점검', en: '' }, 'en')).toEqual({ text: '점검', lang: 'ko', onlyIn: 'ko' })
    expect(ownText({ ko: '', en: 'Maintenance' }, 'ko')).toEqual({ text: 'Maintenance', lang: 'en', onlyIn: 'en' })
    expect(ownText({ ko: '점검', en: '' }, 'ko')).toEqual({ text: '점검' })
  })

  it('is shown as it comes where the upstream does not keep languages apart', () => {
    expect(ownText('점검 / Maintenance', 'ko')).toEqual({ text: '점검 / Maintenance' })
    expect(ownText('점검 / Maintenance', 'en')).toEqual({ text: '점검 / Maintenance', lang: 'ko' })
    expect(ownText('Maintenance', 'ko')).toEqual({ text: 'Maintenance', lang: 'en' })
    expect(ownText('Maintenance', 'en')).toEqual({ text: 'Maintenance' })
  })

  it('is nothing where both languages are empty', () => {
    expect(ownText({ ko: '', en: '' }, 'en')).toEqual({ text: '' })
  })
})
