import { expect, test, vi } from 'vitest'
import { acceptPostedForm } from '../../../../functions/inquiries/accept-posted-form.ts'
import { SALES_FORM } from '../../../support/posted-form.ts'
import { siteUnderTest } from '../../../support/site-under-test.ts'
import type { D1State } from '../../../support/sqlite-d1.ts'

const VISITOR = {
  brandId: 'vcp-x',
  whiteLabel: 'default',
  turnstile: null,
  privacyVersions: [SALES_FORM.privacy_version],
  requestId: 'r',
  locale: 'ko' as const,
}
const site = siteUnderTest()

const post = (file: File | null, csrfToken: string | null = null) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(SALES_FORM)) form.append(name, value)
  if (file) form.append('files', file)
  const headers = { origin: 'http://www.example' }
  const request = new Request('http://www.example/support/request', { method: 'POST', headers, body: form })
  return acceptPostedForm('sales', request, site.raw, { ...VISITOR, csrfToken })
}

test('a form whose file the upstream does not take is accepted, and says so', async () => {
  const sent = await post(new File(['%PDF-1.7\n'], 'a.pdf'))
  expect(sent).toMatchObject({ receipt: expect.any(String), held: expect.any(String) })
  expect(site.d1.rows('SELECT staged FROM inquiry')).toEqual([{ staged: expect.stringContaining('a.pdf') }])
})

test('a form that is sent twice names the files that wait both times', async () => {
  const file = () => new File(['%PDF-1.7\n'], 'a.pdf')
  const token = crypto.randomUUID()
  const [one, two] = [await post(file(), token), await post(file(), token)]
  expect([one, two]).toMatchObject([{ held: expect.any(String) }, { held: expect.any(String) }])
  expect(site.d1.rows('SELECT receipt FROM inquiry')).toHaveLength(1)
})

test.each([
  ['with a file that is staged', new File(['%PDF-1.7\n'], 'a.pdf')],
  ['without one', null],
])('a form %s that was stored is accepted, whatever D1 does afterwards', async (_, file) => {
  const d1 = site.raw.DB as D1Database
  const batch = d1.batch.bind(d1)
  vi.spyOn(d1, 'batch').mockImplementation(async <T>(statements: D1PreparedStatement[]) => {
    const results = await batch<T>(statements)
    if (site.d1.rows('SELECT 1 FROM inquiry').length > 0) site.d1.state = 'fails'
    return results
  })
  const sent = await post(file)
  const [stored] = site.d1.rows<{ receipt: string }>('SELECT receipt FROM inquiry')
  expect(sent).toMatchObject({ receipt: stored?.receipt })
})

test.each<[D1State]>([['fails'], ['loses the answer']])(
  'a form that is not stored, because D1 %s, comes back with all that was typed',
  async (state) => {
    site.d1.state = state
    expect(await post(null)).toMatchObject({
      status: 503,
      message: 'not-stored',
      values: { subject: SALES_FORM.subject },
    })
  },
)

test('a form that D1 does not store in time comes back with all that was typed', async () => {
  vi.useFakeTimers({ now: 0 })
  site.d1.state = 'waits'
  const outcome = post(null)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await outcome).toMatchObject({ status: 503, message: 'not-stored', values: { subject: SALES_FORM.subject } })
})
