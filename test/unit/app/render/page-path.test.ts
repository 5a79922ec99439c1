import { expect, it } from 'vitest'
import { hydrationOf } from '../../../../app/render/page-path'

it('happens on the first interaction, and never where a page replaces another', () => {
  for (const path of ['/', '/support/faq', '/support/request', '/support/affiliate'])
    expect(hydrationOf(path)).toBe('interaction')
  for (const path of ['/maintenance', '/error']) expect(hydrationOf(path)).toBe('never')
})
