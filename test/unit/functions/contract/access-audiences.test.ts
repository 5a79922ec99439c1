import { describe, expect, test } from 'vitest'
import { audiencesOf } from '../../../../functions/contract/access-audiences.ts'

const BRANDS = ['vcp-x', 'partner-a', 'partner-b']
const read = (setting: string) => audiencesOf(setting, BRANDS)

describe('the setting ACCESS_AUD', () => {
  test('names one audience for all brands, and one for each brand', () => {
    expect(read('4714aa, partner-a=9c1e, vcp-x=77')).toEqual({
      audiences: [
        { tag: '4714aa', brandId: null },
        { tag: '9c1e', brandId: 'partner-a' },
        { tag: '77', brandId: 'vcp-x' },
      ],
      faults: [],
    })
  })

  test('may be empty, and end with a comma', () => {
    expect(read(' ')).toEqual({ audiences: [], faults: [] })
    expect(read('aa, ')).toEqual({ audiences: [{ tag: 'aa', brandId: null }], faults: [] })
  })

  test.each([
    ['a brand that there is not', 'aa, partner-c=bb', ['aa'], 'there is no brand partner-c'],
    ['two audiences for all brands', 'aa, bb, partner-a=cc', ['cc'], 'all brands has more than one audience'],
    ['two audiences of a brand', 'aa, partner-a=bb, partner-a=cc', ['aa'], 'partner-a has more than one audience'],
    ['an audience of two brands', 'aa, partner-a=bb, partner-b=bb', ['aa'], 'has the audience of another entry'],
    ['an audience of a brand and of all', 'bb, partner-a=bb', [], 'has the audience of another entry'],
    ['an empty audience', 'aa, partner-a=', ['aa'], '"partner-a=" is no entry'],
    ['two words', 'aa bb', [], '"aa bb" is no entry'],
    ['a brand without its id', '=aa', [], '"=aa" is no entry'],
  ])('with %s admits nobody by that entry, and says what is wrong', (_, setting, tags, fault) => {
    const { audiences, faults } = read(setting)
    expect(audiences.map(({ tag }) => tag)).toEqual(tags)
    expect(faults.join('\n')).toContain(fault)
  })
})
