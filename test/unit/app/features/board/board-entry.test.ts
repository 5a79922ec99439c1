import { describe, expect, it } from 'vitest'
import { ownLanguageFirst } from '../../../../../app/features/board/board-entry'

const KO = '<section lang="ko"><p>점검합니다.</p></section>'
const EN = '<section lang="en"><p>We maintain.</p></section>'

describe('a text in two languages', () => {
  it('begins with the section in the page language', () => {
    expect(ownLanguageFirst(`${KO}\n${EN}\n`, 'en')).toBe(`${EN}\n${KO}`)
    expect(ownLanguageFirst(`${KO}\n${EN}`, 'ko')).toBe(`${KO}\n${EN}`)
    expect(ownLanguageFirst(`${EN}${KO}`, 'ko')).toBe(`${KO}\n${EN}`)
  })

  it('stays unchanged where it has anything else', () => {
    for (const html of ['', '<p>One</p>', KO, `<p>First</p>${KO}${EN}`, `${KO}<hr />${EN}`])
      expect(ownLanguageFirst(html, 'en')).toBe(html)
  })
})
