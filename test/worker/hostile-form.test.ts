import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { postForm, SALES_FORM } from '../support/posted-form.ts'
import { asksOf } from '../support/seed.ts'
import { remoteSite } from '../support/shared-sites.ts'

describe('a form posted without a script', () => {
  const both = remoteSite()

  test('with hostile values is never a 5xx, and no value is shown or forwarded as markup', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 45 }),
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        "'--><b>",
        'a\r\nBcc: x@y.z',
        '\u202egnp.exe',
        '\u0000\u0007',
        'x'.repeat(10_000),
        '{{count}}',
        '$t(x)',
        '${7*7}',
        '&lt;b&gt;',
        '\ud800x',
      ),
    )
    const names = ['user_name', 'company_name', 'phone_number', 'subject', 'content'] as const
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(hostile, hostile, hostile, hostile, hostile),
        fc.boolean(),
        async (values, withMail) => {
          both.upstream.calls.length = 0
          const typed = Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']))
          const answer = await postForm(both.site, '/support/request', {
            ...SALES_FORM,
            ...typed,
            ...(withMail && { inquiry_mail: `${values[0]}@x.example` }),
          })
          expect([303, 422]).toContain(answer.status)
          const html = await answer.text()
          expect(html).not.toMatch(/<script>alert|<img src=x|<b>/)
          const sent = both.upstream.callsOf('board/inquiry')[0]?.body as Record<string, string> | undefined
          if (!sent) return
          expect(sent.contents).not.toMatch(/<(?!\/?(?:table|tr|th|td|br|ul|li|a)\b)/)
          for (const name of ['user_name', 'company_name', 'subject', 'phone_number_homepage'])
            expect(sent[name]).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Cs}]/u)
        },
      ),
      { numRuns: asksOf(110) },
    )
  }, 240_000)
})
