import { expect, test } from 'vitest'
import { signIn } from '../../support/operator.ts'
import { embeddedSite } from '../../support/shared-sites.ts'

const served = embeddedSite()

test('the log names the route of a page that failed, not the receipt in its address', async () => {
  const { site } = served
  const operator = await signIn(site)
  const earlier = site.logged().length
  const logged = () => site.logged().slice(earlier)
  const receipt = crypto.randomUUID()
  await site.env.DB.exec('ALTER TABLE inquiry RENAME TO inquiry_away')
  try {
    expect((await operator.get(`/admin/inquiries/${receipt}`)).status).toBe(500)
  } finally {
    await site.env.DB.exec('ALTER TABLE inquiry_away RENAME TO inquiry')
  }
  await expect
    .poll(logged)
    .toContainEqual(expect.objectContaining({ code: 'admin-page', path: '/admin/inquiries/:receipt' }))
  expect(JSON.stringify(logged())).not.toContain(receipt)
})
