import { describe, expect, it } from 'vitest'
import { visibleRanges } from '../../../../app/render/visible-ranges'

const textsOf = (html: string) => [...visibleRanges(html)].map(([from, to]) => html.slice(from, to))

describe('the visible ranges of a page', () => {
  it('leave out scripts, styles and selects, whatever their content', () => {
    expect(
      textsOf(
        '<p>a</p><style media="print">p{}</style><script>if (a<b) c("<style>")</script><select id="s"><option>d</option></select><b>e</b>',
      ),
    ).toEqual(['<p>a</p>', '', '', '<b>e</b>'])
  })

  it('go to the end where one of them is not closed', () => {
    expect(textsOf('<style>p{}</style><script>open')).toEqual(['', '<script>open'])
  })
})
