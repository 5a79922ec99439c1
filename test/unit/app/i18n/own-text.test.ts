import { describe, expect, it } from 'vitest'
import { ownText } from '../../../../app/i18n/own-text'

describe('a text of the board', () => {
  it('is shown in the page language', () => {
    expect(ownText('점검', 'Maintenance', 'ko')).toEqual({ text: '점검' })
    expect(ownText('점검', 'Maintenance', 'en')).toEqual({ text: 'Maintenance' })
    expect(ownText('VCP-X 2.8', 'VCP-X 2.8', 'ko')).toEqual({ text: 'VCP-X 2.8' })
  })

  it('is shown in the other language, and says so, where its own is missing', () => {
    expect(ownText('점검', '', 'en')).toEqual({ text: '점검', lang: 'ko', onlyOther: true })
    expect(ownText('', 'Maintenance', 'ko')).toEqual({ text: 'Maintenance', lang: 'en', onlyOther: true })
    expect(ownText('점검', '', 'ko')).toEqual({ text: '점검' })
  })

  it('is shown as it comes where the upstream does not keep languages apart', () => {
    expect(ownText('점검 / Maintenance', undefined, 'ko')).toEqual({ text: '점검 / Maintenance' })
    expect(ownText('점검 / Maintenance', undefined, 'en')).toEqual({ text: '점검 / Maintenance', lang: 'ko' })
    expect(ownText('Maintenance', undefined, 'ko')).toEqual({ text: 'Maintenance', lang: 'en' })
    expect(ownText('Maintenance', undefined, 'en')).toEqual({ text: 'Maintenance' })
  })

  it('is nothing where both languages are empty', () => {
    expect(ownText('', '', 'en')).toEqual({ text: '' })
  })
})
