import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '../../../../functions/brand/registry.ts'
import { type LegalText, legalTexts, periodFindings } from '../../../../functions/cli/legal-texts.ts'

/* Which legal texts a deployment seals. */
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vcp-x-legal-'))
  await mkdir(join(folder, 'terms-of-service'))
  const text = (version: string, effective: string, more = '') =>
    writeFile(
      join(folder, `terms-of-service/${version}.ko.md`),
      `---\ntitle: t\nversion: '${version}'\neffective: ${effective}\n${more}---\n\n## 제1조\n`,
    )
  await text('20250701', '2025-07-01')
  await text('20261201', '2026-12-01')
  await text('20270101', '2027-01-01', 'notice_days: 30\n')
})
afterAll(() => rm(folder, { recursive: true }))

const announcedOn = async (moment: string) =>
  (await legalTexts(new Date(moment), folder))
    .filter(({ isAnnounced }) => isAnnounced)
    .map(({ effective }) => effective)

test.each([
  // Midnight in Seoul, seven days before the first day.
  ['2026-11-23T14:59:59Z', ['2025-07-01']],
  ['2026-11-23T15:00:00Z', ['2025-07-01', '2026-12-01']],
  ['2026-12-01T14:59:59Z', ['2025-07-01', '2026-12-01']],
  ['2026-12-01T15:00:00Z', ['2025-07-01', '2026-12-01', '2027-01-01']],
])('at %s those are sealed that visitors are shown', async (moment, expected) => {
  expect(await announcedOn(moment)).toEqual(expected)
})

test('the texts of this checkout can all be sealed', async () => {
  const texts = await legalTexts(new Date('2026-11-23T00:00:00Z'))
  expect(texts.length).toBeGreaterThanOrEqual(12)
  for (const { file, sha256 } of texts)
    expect([file, sha256]).toEqual([expect.stringMatching(/\.(?:ko|en)\.md$/), expect.stringMatching(/^[0-9a-f]{64}$/)])
})

describe('the period of a brand', () => {
  const policy = (version: string, effective: string, periods: Record<string, number>): LegalText[] =>
    ['en', 'ko'].map((language) => ({
      file: `privacy-policy/${version}.${language}.md`,
      sha256: '',
      effective,
      isAnnounced: true,
      periods,
    }))
  const TEXTS = [
    ...policy('20250701', '2025-07-01', { 'partner-b': 6 }),
    ...policy('20270115', '2027-01-15', { 'partner-a': 3, 'partner-b': 6 }),
  ]
  const [first, second] = registry.partners
  const withThree = { ...registry, partners: [{ ...first!, retention: { processedMonths: 3 } }, second!] }
  const found = (of: typeof registry, moment: string, texts = TEXTS) =>
    periodFindings(of, texts, new Date(moment)).map(({ id, problems, notes }) => [id, problems.length, notes.length])

  test('may be another one only from the day on which a version of the policy says so', () => {
    const before = '2027-01-14T14:59:59Z'
    const after = '2027-01-14T15:00:00Z'
    const right = [
      ['vcp-x', 0, 0],
      ['partner-a', 0, 0],
      ['partner-b', 0, 0],
    ]
    // One for each language of the version.
    const wrong = right.with(1, ['partner-a', 2, 0])
    expect(found(registry, before)).toEqual(right.with(1, ['partner-a', 0, 2]))
    expect(found(withThree, before)).toEqual(wrong)
    expect(found(registry, after)).toEqual(wrong)
    expect(found(withThree, after)).toEqual(right)
  })

  test('comes with what to do', () => {
    const now = new Date('2026-12-01T00:00:00Z')
    const [problem] = periodFindings(withThree, TEXTS.slice(0, 2), now)[1]!.problems
    expect(problem).toBe(
      'retention: privacy-policy/20250701.en.md says 1 month, the registry 3 months; visitors are told first: announce a version of the policy with periods: { partner-a: 3 }, and change the registry on its first day (docs/brands.md)',
    )
    const [note] = periodFindings(registry, TEXTS, now)[1]!.notes
    expect(note).toBe(
      'retention: privacy-policy/20270115.en.md says 3 months, the registry 1 month; change the registry on 2027-01-15',
    )
  })

  test('of this checkout is that of its policy', async () => {
    const now = new Date()
    expect(periodFindings(registry, await legalTexts(now), now).flatMap(({ problems }) => problems)).toEqual([])
  })
})
