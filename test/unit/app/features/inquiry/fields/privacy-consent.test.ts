import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PRIVACY_VERSION } from '../../../../../../app/features/inquiry/fields/privacy-consent'

it('the notice names the latest privacy policy: a new version requires a look at the texts of the notice', () => {
  const versions = readdirSync('app/features/legal/documents/privacy-policy').map((name) => name.split('.')[0])
  expect(versions.sort().at(-1)).toBe(PRIVACY_VERSION)
})
