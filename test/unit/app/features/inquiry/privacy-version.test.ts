import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PRIVACY_VERSION } from '../../../../../app/features/inquiry/privacy-version'

it('names the latest privacy policy: whoever adds one must look at the notice in the forms', () => {
  const versions = readdirSync('app/features/legal/documents/privacy-policy').map((name) => name.split('.')[0])
  expect(versions.sort().at(-1)).toBe(PRIVACY_VERSION)
})
