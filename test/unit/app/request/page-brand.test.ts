import { expect, test } from 'vitest'
import { pageBrand } from '../../../../app/request/page-brand'
import { brands } from '../../../../functions/brand/hosts'
import { brandSchema, type Brand } from '../../../../functions/brand/schema'

const EACH = { ko: '가', en: 'A' }

/** A partner whose entry has every field that an entry may have. */
const WHOLE: Brand = {
  ...brands[1]!,
  saasZone: 'zone-of-the-operator.example',
  since: '2026-12-01',
  privacy: { officer: EACH, department: EACH, email: 'privacy@partner.example', phone: '+82-2-000-0000' },
  legal: { mailProvider: EACH },
  retention: { processedMonths: 2 },
  answerWithinHours: 24,
  mail: { ...brands[1]!.mail, from: 'mail@partner.example', notify: ['told@partner.example'], contents: true },
  webhooks: [
    {
      secret: 'crm',
      url: 'https://crm.partner.example/hook',
      events: ['inquiry.accepted'],
      contents: true,
      format: 'standard',
    },
  ],
  proof: { ...brands[1]!.proof, answer: EACH, sampleReport: true },
}

test('a page has of a brand what it uses, and nothing else', () => {
  const fields = Object.keys(brandSchema.shape).filter((field) => field !== 'seed' && field !== 'colours')
  expect(Object.keys(WHOLE).toSorted(), 'a new field of an entry belongs into this test').toEqual(fields.toSorted())
  const page = pageBrand(WHOLE, 'ko')
  expect(Object.keys(page).toSorted()).toEqual([
    'canonicalOrigin',
    'colours',
    'company',
    'css',
    'features',
    'id',
    'legal',
    'mailContents',
    'name',
    'origin',
    'partner',
    'partners',
    ...('periods' in page ? ['periods'] : []),
    'portal',
    'privacy',
    'processedMonths',
    'processedPeriod',
    'proof',
    'since',
    'symbol',
    'turnstile',
    'whiteLabel',
    'wordmark',
  ])
  const text = JSON.stringify(page)
  for (const secret of ['zone-of-the-operator', 'mail@partner', 'told@partner', 'crm.partner', 'hosts'])
    expect(text).not.toContain(secret)
})
