import { describe, expect, it } from 'vitest'
import { scanBlocks, visibleRanges } from '../../../../app/render/html-scanner'

const html =
  '<p>a</p><style media="print">p{}</style><script>if (a<b) c("<style>")</script><select id="s"><option>d</option></select><b>e</b>'

describe('the blocks of a page', () => {
  it('are its scripts, styles and selects, whatever their content', () => {
    expect(scanBlocks(html).map(({ tag, attributes, content }) => [tag, attributes, content])).toEqual([
      ['style', ' media="print"', 'p{}'],
      ['script', '', 'if (a<b) c("<style>")'],
      ['select', ' id="s"', '<option>d</option>'],
    ])
  })

  it('leave the visible text between them', () => {
    const ranges = [...visibleRanges(html, scanBlocks(html))]
    expect(ranges.map(([from, to]) => html.slice(from, to))).toEqual(['<p>a</p>', '', '', '<b>e</b>'])
  })

  it('end where one is not closed', () => {
    expect(scanBlocks('<style>p{}</style><script>open')).toHaveLength(1)
  })
})
