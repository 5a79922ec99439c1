import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { legalTexts } from '../../../../functions/cli/legal-texts.ts'

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
