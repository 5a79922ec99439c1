import { expect, test } from 'vitest'
import { ADMIN_TOKEN, signIn } from '../../support/operator.ts'
import { startSite } from '../../support/site.ts'

test('the log names the route of a page that failed, not the receipt in its address', async () => {
  const site = await startSite({ vars: { ADMIN_TOKEN } })
  try {
    const operator = await signIn(site)
    await site.env.DB.prepare('ALTER TABLE inquiry_record RENAME TO gone').run()
    const receipt = crypto.randomUUID()
    expect((await operator.get(`/admin/inquiries/${receipt}`)).status).toBe(500)
    await expect
      .poll(() => site.logged())
      .toContainEqual(expect.objectContaining({ code: 'admin-page', path: '/admin/inquiries/:receipt' }))
    expect(JSON.stringify(site.logged())).not.toContain(receipt)
  } finally {
    await site.close()
  }
})
