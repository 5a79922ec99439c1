import { expect, test } from 'vitest'
import { hostileDocuments, KINDS_COUNT } from '../support/hostile-documents/corpus.ts'
import { sendHostileDocuments } from '../support/hostile-documents/send.ts'
import { signIn } from '../support/operator.ts'
import { embeddedSite } from '../support/shared-sites.ts'

const served = embeddedSite()

/* Two hundred of them: test/long/hostile-documents.test.ts. */
test('one document of each hostile kind is refused as promised, or kept, checked and given back byte for byte', async () => {
  const { site } = served
  const { faults, refused, taken } = await sendHostileDocuments(site, await signIn(site), hostileDocuments(KINDS_COUNT))
  expect(faults).toEqual([])
  expect(refused + taken).toBe(KINDS_COUNT)
  expect(Math.min(refused, taken)).toBeGreaterThan(5)
}, 180_000)
