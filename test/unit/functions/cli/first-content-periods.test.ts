import { expect, test, vi } from 'vitest'
import { defaultBrand } from '../../../../functions/brand/hosts.ts'
import { loadFirstContent } from '../../../../functions/cli/first-content.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

vi.mock('../../../../functions/brand/registry.ts', async (original) => {
  const { registry } = await original<typeof import('../../../../functions/brand/registry.ts')>()
  const [first, ...others] = registry.partners.map((partner) => ({ ...partner, retention: {} }))
  return { registry: { ...registry, partners: [{ ...first, retention: { processedMonths: 6 } }, ...others] } }
})

interface Row {
  subject: string
  contents: string
  contents_en: string
  white_label: string | null
}

test('what the first content says of the period is what each brand has, once', async () => {
  const d1 = new SqliteD1()
  await loadFirstContent(d1.binding as D1Database, new Date('2026-11-23T00:00:00Z'))
  const rows = d1.rows<Row>('SELECT subject, contents, contents_en, white_label FROM board_item')
  const shownBy = (label: string) => rows.filter(({ white_label }) => white_label === null || white_label === label)
  const naming = (label: string) =>
    shownBy(label).flatMap(({ contents, contents_en }) => {
      const months = (html: string) => html.match(/(?<!\d)(?:[16]개월|[16] months?)(?! 안)/g) ?? []
      const found = [...months(contents), ...months(contents_en)]
      return found.length > 0 ? [new Set(found)] : []
    })
  expect(naming('partner-a')).toEqual([new Set(['6개월', '6 months']), new Set(['6개월', '6 months'])])
  for (const label of [defaultBrand.whiteLabel, 'partner-b'])
    expect(naming(label)).toEqual([new Set(['1개월', '1 month']), new Set(['1개월', '1 month'])])
  const subjects = (label: string) => shownBy(label).map(({ subject }) => subject)
  for (const label of ['partner-a', 'partner-b']) expect(new Set(subjects(label)).size).toBe(subjects(label).length)
})
