import { expect, test, vi } from 'vitest'
import { submitForm } from '../../../../functions/inquiry/submit-form.ts'
import { env, objects, r2 } from '../../../support/outbox-under-test.ts'
import { SALES_FORM } from '../../../support/posted-form.ts'
import { SqliteD1, type D1State } from '../../../support/sqlite-d1.ts'

vi.mock('cloudflare:workers', () => ({ waitUntil: () => undefined, DurableObject: class {} }))
vi.mock('cloudflare:sockets', () => ({ connect: () => ({}) }))

const VISITOR = {
  brandId: 'vcp-x',
  whiteLabel: 'default',
  origin: 'https://www.vcp-x.example',
  turnstile: null,
  processedMonths: 1,
  privacyVersions: [SALES_FORM.privacy_version],
  requestId: 'r',
  locale: 'ko' as const,
}

test.each<D1State>(['fails', 'waits'])(
  'a form whose file the upstream does not take is accepted, and says so, where D1 %s',
  async (state) => {
    objects.clear()
    r2.state = 'works'
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }))
    const d1 = new SqliteD1()
    d1.state = state
    const accept = vi.fn(async () => ({ receipt: 'receipt', state: 'queued' }))
    const limit = { limit: async () => ({ success: true }) }
    const limits = Object.fromEntries(
      ['FORM', 'INQUIRY', 'UPLOAD', 'UPLOAD_BYTES'].map((name) => [`${name}_LIMIT`, limit]),
    )
    const form = new FormData()
    for (const [name, value] of Object.entries(SALES_FORM)) form.append(name, value)
    form.append('files', new File(['%PDF-1.7\n'], 'a.pdf'))
    const headers = { origin: 'http://www.example' }
    const request = new Request('http://www.example/support/request', { method: 'POST', headers, body: form })
    const OUTBOX = { idFromName: () => '', getByName: () => ({ accept }) }
    const sent = await submitForm('sales', request, { ...env(d1), ...limits, OUTBOX }, VISITOR)
    expect(sent).toEqual({ receipt: 'receipt', held: null })
    expect(accept).toHaveBeenCalledTimes(1)
    vi.unstubAllGlobals()
  },
)
