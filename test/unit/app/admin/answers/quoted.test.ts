import { describe, expect, test } from 'vitest'
import { splitQuoted } from '../../../../../app/admin/answers/quoted'
import { REPLY_TEXT_MAX } from '../../../../../functions/contract/conversation'

describe('a reply', () => {
  test.each([
    ['Thank you.', 'Thank you.', ''],
    ['Thank you.\n\n> Hello.\n> Bye.\n', 'Thank you.', '> Hello.\n> Bye.\n'],
    ['Thank you.\n\nOn Monday you wrote: \n\n> Hello.', 'Thank you.', 'On Monday you wrote: \n\n> Hello.'],
    ['감사합니다.\n담당자님이 작성 :\n> 안녕하세요.', '감사합니다.', '담당자님이 작성 :\n> 안녕하세요.'],
    ['> Hello.\nYes.', '> Hello.\nYes.', ''],
  ])('is split before what it quotes at its end: %j', (text, own, quoted) => {
    expect(splitQuoted(text)).toEqual({ own, quoted })
  })

  test('of blanks as long as a reply may be costs nothing, also where there are several', () => {
    const line = `wrote${' '.repeat(REPLY_TEXT_MAX - 10)}x`
    for (let n = 0; n < 10; n++) expect(splitQuoted(`${line}\n> q`)).toEqual({ own: line, quoted: '> q' })
  })
})
