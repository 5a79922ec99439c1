import { linesOf } from '../../../../app/features/board/plain-text.ts'
import { filledAnswer } from '../../../../functions/commands/saved-answers.ts'
import { renderMarkdown } from '../../../../functions/publishing/markdown.ts'
import { describe, expect, test } from 'vitest'
import { brandWithId, defaultBrand } from '../../../../functions/brand/hosts.ts'
import { ANSWER_FILES_BYTES, ANSWER_TEXT_MAX } from '../../../../functions/contract/conversation-limits.ts'
import { MEGABYTE } from '../../../../functions/contract/attachments.ts'
import { answerMessage } from '../../../../functions/mail/answer-message.ts'
import { sentOnBehalf } from '../../../../functions/mail/sender.ts'

test('an answer of a partner says who sends it and for whom, in the language of the inquiry alone, and quotes what was typed', () => {
  const partner = brandWithId('partner-a')
  const written = (of: typeof partner) =>
    answerMessage({
      language: 'en',
      brand: of,
      onBehalf: sentOnBehalf(of),
      receipt: 'r',
      kind: 'partnership',
      subject: 'Quote',
      text: 'Hello',
      html: '<p>Hello</p>',
      files: [],
      question: { text: 'Hi\n  <b>there', at: '2026-11-23T00:00:00Z' },
      thread: { id: null, references: null },
    })
  const { text, html } = written(partner)
  for (const body of [text, html]) {
    expect(body).toContain(`${defaultBrand.company.name.en}, which operates the ${partner.name.en} website`)
    // Names of companies end with a full stop themselves.
    expect(body).not.toMatch(/[^.]\.\.(?!\.)/)
    expect(body).not.toContain('위탁')
    expect(body).toMatch(
      /our answer to the partnership proposal you sent.*On November 23, 2026, at 09:00 \(KST\), you wrote:/s,
    )
  }
  expect(html, 'as it was typed').toMatch(/pre-wrap">Hi\n {2}&lt;b&gt;there<\/blockquote>/)
  const own = { ...partner, mail: { ...partner.mail, from: 'site@partner-a.example' } }
  for (const sender of [defaultBrand, own]) expect(written(sender).text).not.toContain('on behalf')
})

test('an answer to a long reply quotes its beginning, so that the platform takes it with all of its files', () => {
  const { text, html } = answerMessage({
    language: 'ko',
    brand: defaultBrand,
    onBehalf: null,
    receipt: 'r',
    kind: 'sales',
    subject: '견적',
    text: '가'.repeat(ANSWER_TEXT_MAX),
    html: `<p>${'가'.repeat(ANSWER_TEXT_MAX)}</p>`,
    files: [],
    question: { text: `처음${'한"\n'.repeat(33_000)}`, at: '2026-11-23T00:00:00Z' },
    thread: { id: null, references: null },
  })
  const encoded = (bytes: number) => Math.ceil(bytes / 57) * 78
  const size = [Buffer.byteLength(text), Buffer.byteLength(html), ANSWER_FILES_BYTES].map(encoded)
  expect(size.reduce((sum, bytes) => sum + bytes) + 10_000).toBeLessThan(5 * MEGABYTE)
  expect(text).toMatch(/^> 처음한"\n> 한"\n.*> \[…\]\n$/ms)
  expect(html).toMatch(/처음한&quot;\n.*\n\[…\]<\/blockquote>/s)
})

describe('a saved answer', () => {
  const saved = { title: 'x', brand_id: null, text: '{{name}} 님, {{receipt}}', text_en: 'Dear {{name}}, {{receipt}}' }

  test.each([
    "$& $` $' $1 $$",
    '[a](https://evil.example)',
    'https://evil.example www.evil.example mailto:a@evil.example a@evil.example',
    '<b>Kim</b> &lt;i&gt; **x** _x_ ~~x~~ `x`',
    '# Kim',
    '- Kim',
    '1. Kim',
    '> Kim',
    '\\*Kim\\*',
    '{{receipt}}',
    "J. O'Neill-Kim (Dr.)",
  ])('names the visitor as he is called: %s', (name) => {
    for (const locale of ['ko', 'en'] as const) {
      const html = renderMarkdown(filledAnswer(saved, locale, { name, receipt: 'R-1' }))
      expect(linesOf(html)).toEqual([locale === 'ko' ? `${name} 님, R-1` : `Dear ${name}, R-1`])
      expect(html).not.toMatch(/<(?!\/?p>)/)
    }
  })

  test('leaves an ordinary name as it is typed, also for mail programs without HTML', () => {
    expect(filledAnswer(saved, 'en', { name: "J. O'Neill-Kim (Dr.)", receipt: 'R-1' })).toBe(
      "Dear J. O'Neill-Kim (Dr.), R-1",
    )
  })
})
