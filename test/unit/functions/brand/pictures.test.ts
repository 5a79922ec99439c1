import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { cardSvg } from '../../../../functions/brand/pictures/card'
import { toPng, type Weight, widthOf } from '../../../../functions/brand/pictures/draw'
import { homeScreenSvg } from '../../../../functions/brand/pictures/icons'
import { CARD_SIZE, ICON_SIZE } from '../../../../functions/brand/pictures/sizes'
import { colouredBrands } from '../../../../functions/brand/check-and-colour'
import { registry } from '../../../../functions/brand/registry'
import en from '../../../../app/i18n/en/home.json'
import ko from '../../../../app/i18n/ko/home.json'

const TITLES = { ko: ko.hero, en: en.hero }
const brands = colouredBrands(registry)
const LOOK = { symbol: 'M4 4h24v24H4z', primary: '#1f5eff', secondary: '#2b2a6b' }

/** The lines of text in a picture, each with its right end. */
function linesOf(svg: string) {
  const lines: { text: string; size: number; end: number }[] = []
  let attributes: Record<string, string> = {}
  const parser = new Parser(
    {
      onopentag: (_, own) => void (attributes = own),
      ontext(text) {
        if (text.trim() === '') return
        const size = Number(attributes['font-size'])
        lines.push({
          text,
          size,
          end: Number(attributes.x) + widthOf({ text, size, weight: Number(attributes['font-weight']) as Weight }),
        })
      },
    },
    { xmlMode: true },
  )
  parser.end(svg)
  return lines
}

describe('a sharing picture', () => {
  it.each(brands.flatMap((brand) => (['ko', 'en'] as const).map((locale) => [brand.id, locale, brand] as const)))(
    'of %s in %s shows its title in large type beside the figure',
    (_, locale, brand) => {
      const title = [TITLES[locale]['title-1'], TITLES[locale]['title-2']]
      const svg = cardSvg(
        { wordmark: brand.wordmark, name: brand.name[locale], host: new URL(brand.origin).host, title },
        { symbol: brand.symbol, ...brand.colours },
      )
      const large = linesOf(svg).filter(({ size }) => size > 40)
      expect(large.map(({ text }) => text).join(' ')).toBe(title.join(' '))
      for (const { text, size, end } of large) expect([text, size >= 58, end <= 640]).toEqual([text, true, true])
      const png = toPng(svg)
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([CARD_SIZE.width, CARD_SIZE.height])
    },
  )

  it('keeps the longest names inside its margins', () => {
    const svg = cardSvg(
      {
        wordmark: 'W'.repeat(16),
        name: '아주 긴 이름을 가진 협력사 주식회사 대한민국 지사',
        host: `${'long-name.'.repeat(4)}example`,
        title: ['공급사 데이터를', '국경을 넘는 탄소발자국으로'],
      },
      LOOK,
    )
    for (const { text, end } of linesOf(svg)) expect(end, text).toBeLessThanOrEqual(CARD_SIZE.width - 60)
  })

  it('escapes names', () => {
    const svg = cardSvg({ wordmark: '<b>&"', name: '</svg><script>', host: 'a.example', title: ['<i>'] }, LOOK)
    expect(svg).not.toMatch(/<script|<b>|<i>/)
    expect(toPng(svg).length).toBeGreaterThan(10_000)
  })
})

it('the icon keeps the symbol within the circle that every mask leaves', () => {
  const png = toPng(homeScreenSvg(LOOK))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([ICON_SIZE, ICON_SIZE])
  // Of LOOK's square from 4 to 28, half its size: its corners are 8.5 from the middle, and the circle has 12.8.
  expect(homeScreenSvg(LOOK)).toContain('translate(8.00 8.00) scale(0.5)')
})
