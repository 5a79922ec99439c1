import { describe, expect, test, vi } from 'vitest'
import { adminOriginFor, adminOriginsOf } from '../../../../functions/contract/admin-origins.ts'
import { defaultBrand } from '../../../../functions/brand/hosts.ts'
import { MINUTE, siteUnderTest } from '../../../support/site-under-test.ts'

const send = vi.fn<(message: EmailMessageBuilder) => Promise<EmailSendResult>>(async () => ({
  messageId: '<1@mail.example>',
}))
const sent = () => send.mock.calls.map(([message]) => message)
const brand = { notify: ['inquiries@vcp-x.example'], confirmation: true, contents: false, language: 'ko' as const }

describe('mails to the operators of a partner, whose host has no Access in front of it', () => {
  const site = siteUnderTest({
    MAIL: { send },
    MAIL_FROM: 'site@vcp-x.example',
    ADMIN_ORIGIN: 'https://other.example, vcp-x=https://admin.example',
  })

  test('lead to the admin by ADMIN_ORIGIN; a visitor is led to the host of the brand', async () => {
    await site.accept('k', {}, brand)
    await site.runUntil(Date.now() + 60 * MINUTE)
    for (let day = 0; day < 9; day++) await site.leap()
    await site.minute()
    const linksOf = (kind: RegExp) =>
      sent()
        .filter(({ headers }) => kind.test(headers?.['X-Event'] ?? ''))
        .flatMap(({ text, html }) => `${text} ${html}`.match(/https?:\/\/[^"<\s]+/g) ?? [])
    const origins = (kind: RegExp) => new Set(linksOf(kind).map((link) => new URL(link).origin))
    expect(origins(/confirmation/)).toEqual(new Set([defaultBrand.origin]))
    expect(origins(/accepted|undelivered|delayed/)).toEqual(new Set(['https://admin.example']))
    const events = sent().map(({ headers }) => String(headers?.['X-Event']))
    for (const kind of ['accepted', 'undelivered', 'delayed'])
      expect(events.filter((event) => event.includes(kind)).length).toBeGreaterThan(0)
  })
})

test.each<[string, string, string]>([
  ['', 'partner-a', 'https://own.example'],
  ['https://a.example', 'partner-a', 'https://a.example'],
  ['https://a.example/, partner-a=https://b.example', 'partner-a', 'https://b.example'],
  ['https://a.example, partner-a=https://b.example', 'vcp-x', 'https://a.example'],
  ['partner-a=https://b.example', 'vcp-x', 'https://own.example'],
])('ADMIN_ORIGIN %s leads the operators of a mail of %s to %s', (setting, id, origin) => {
  const origins = adminOriginsOf(setting)
  expect(origins && adminOriginFor(origins, { id, origin: 'https://own.example' })).toBe(origin)
})

test.each([
  'a.example',
  'https://a.example/admin',
  'https://a.example, https://b.example',
  'partner-a=',
  'ftp://a.example',
])('ADMIN_ORIGIN %s is faulty', (setting) => expect(adminOriginsOf(setting)).toBeNull())
