import { expect, it } from 'vitest'
import { hydrationOf } from '../../../../app/render/hydration'

it('happens on the first interaction, on form pages when idle, and never where a page replaces another', () => {
  expect(['/', '/support/faq'].map(hydrationOf)).toEqual(['interaction', 'interaction'])
  expect(['/support/request', '/support/affiliate'].map(hydrationOf)).toEqual(['idle', 'idle'])
  expect(['/maintenance', '/error'].map(hydrationOf)).toEqual(['never', 'never'])
})
