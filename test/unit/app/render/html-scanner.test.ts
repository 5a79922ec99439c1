import { describe, expect, it } from 'vitest'
import { blocksOf, stretchesOf, withBlocks } from '../../../../app/render/html-scanner'

const html =
  '<p>a</p><style media="print">p{}</style><script>if (a<b) c("<style>")</script><select id="s"><option>d</option></select><b>e</b>'

describe('the blocks of a page', () => {
  it('are its scripts, styles and lists of choices, whatever stands in them', () => {
    expect(blocksOf(html).map(({ tag, attributes, content }) => [tag, attributes, content])).toEqual([
      ['style', ' media="print"', 'p{}'],
      ['script', '', 'if (a<b) c("<style>")'],
      ['select', ' id="s"', '<option>d</option>'],
    ])
  })

  it('are replaced one by one; the rest of the page stays', () => {
    expect(withBlocks(html, ({ tag }) => (tag === 'script' ? null : `[${tag}]`))).toBe(
      '<p>a</p>[style]<script>if (a<b) c("<style>")</script>[select]<b>e</b>',
    )
    expect(withBlocks('<p>none</p>', () => '')).toBe('<p>none</p>')
  })

  it('leave what can be seen between them', () => {
    expect([...stretchesOf(html)].map(([from, to]) => html.slice(from, to))).toEqual(['<p>a</p>', '', '', '<b>e</b>'])
  })

  it('end where one is not closed', () => {
    expect(blocksOf('<style>p{}</style><script>open')).toHaveLength(1)
  })
})
