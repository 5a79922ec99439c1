import { describe, expect, test, vi } from 'vitest'
import {
  agreedVersion,
  agreedVersions,
  isAnnounced,
  statesOn,
  versionsOf,
} from '../../../../../app/features/legal/versions-in-force'
import { seoulDay } from '../../../../../functions/contract/seoul'
import type { Locale } from '../../../../../app/i18n/locale'
import { legalEntries, loadLegalPage } from '../../../../../app/features/legal/load-legal-page'

const ALL = [
  { version: '20250701', effective: '2025-07-01', notice_days: 7 as const },
  { version: '20240617', effective: '2024-06-17', notice_days: 7 as const },
  { version: '20230619', effective: '2023-06-19', notice_days: 7 as const },
]
/** A visitor of a brand whose own all versions are. */
const OWN = (locale: Locale) => ({ locale, brand: {} })
const states = (today: string) => Object.fromEntries(statesOn(ALL, today).map(({ version, state }) => [version, state]))

describe('the version in force (docs/specification.md#4)', () => {
  test('is the newest that has begun', () => {
    expect(states('2024-06-16')).toEqual({ 20230619: 'in-force', 20240617: 'upcoming', 20250701: 'upcoming' })
    expect(states('2024-06-17')).toEqual({ 20230619: 'superseded', 20240617: 'in-force', 20250701: 'upcoming' })
    expect(states('2026-11-20')).toEqual({ 20230619: 'superseded', 20240617: 'superseded', 20250701: 'in-force' })
  })

  test('does not exist before the first version', () => {
    expect(Object.values(states('2023-06-18'))).toEqual(['upcoming', 'upcoming', 'upcoming'])
  })

  test('is announced 7 days ahead, or 30 where it takes a right away', () => {
    const upcoming = { version: '20270101', effective: '2027-01-01', notice_days: 7 } as const
    expect(['2026-12-24', '2026-12-25'].map((day) => isAnnounced(upcoming, day))).toEqual([false, true])
    const stricter = { ...upcoming, notice_days: 30 } as const
    expect(['2026-12-01', '2026-12-02'].map((day) => isAnnounced(stricter, day))).toEqual([false, true])
    expect(isAnnounced(upcoming, '2027-01-01')).toBe(false)
  })

  test('and those of pages that may still be open can be agreed to, no older and no later one', () => {
    const on = (day: string) => agreedVersions(day, ALL)
    expect(on('2023-06-18')).toEqual([])
    expect(on('2025-06-30')).toEqual(['20240617'])
    expect(on('2025-07-01')).toEqual(['20250701', '20240617'])
    expect(on('2025-07-07')).toEqual(['20250701', '20240617'])
    expect(on('2025-07-08')).toEqual(['20250701'])
  })

  test('changes at midnight in Seoul', () => {
    expect(seoulDay(Date.parse('2025-06-30T14:59:59Z'))).toBe('2025-06-30')
    expect(seoulDay(Date.parse('2025-06-30T15:00:00Z'))).toBe('2025-07-01')
  })
})

describe('a version that is added ahead of its day', () => {
  const upcoming = { version: '20270101', effective: '2027-01-01', notice_days: 30 } as const
  const all = [upcoming, ...ALL]

  test.each([
    ['before its announcement', '2026-12-01T14:59:59Z', false, '20250701', 'upcoming'],
    ['when it is announced', '2026-12-01T15:00:00Z', true, '20250701', 'upcoming'],
    ['to the last second before its day in Korea', '2026-12-31T14:59:59Z', true, '20250701', 'upcoming'],
    ['from the first second of its day in Korea', '2026-12-31T15:00:00Z', false, '20270101', 'in-force'],
    ['a year later', '2028-01-01T00:00:00Z', false, '20270101', 'in-force'],
  ] as const)('%s', (_, now, announced, agreed, state) => {
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
    const today = seoulDay(Date.now())
    expect(isAnnounced(upcoming, today)).toBe(announced)
    expect(agreedVersion(today, all)).toBe(agreed)
    expect(statesOn(all, today)[0]).toMatchObject({ version: '20270101', state })
    vi.useRealTimers()
  })

  test('is agreed to by nobody before there is one', () => {
    expect(agreedVersion('2023-06-18', all)).toBeNull()
  })
})

describe('the versions of a brand whose site began later', () => {
  const began = (day: string) => ({ locale: 'ko' as const, brand: { since: { day, words: day } } })
  const load = (since: string, address: string, today: string, compare?: string) =>
    loadLegalPage('privacy-policy', address, began(since), compare, today)

  test('begin with the one in force on its first day, which applies from then', async () => {
    const { version, versions } = await load('2024-09-01', '20240617', '2025-08-01')
    expect(version).toEqual({ version: '20240617', effective: '2024-09-01', state: 'superseded' })
    expect(versions.map((each) => each.version)).toEqual(['20250701', '20240617'])
    expect((await load('2025-07-01', 'current', '2025-08-01')).versions).toEqual([
      { version: '20250701', effective: '2025-07-01', state: 'in-force' },
    ])
  })

  test('leave earlier ones unknown, in the address, in a comparison and in the sitemap', async () => {
    await expect(load('2024-09-01', '20230619', '2025-08-01')).rejects.toMatchObject({ isNotFound: true })
    expect(await load('2024-09-01', 'current', '2025-08-01', '20230619')).not.toHaveProperty('compared')
    expect(legalEntries('terms-of-service', began('2026-03-02'), '2026-11-23')).toEqual([
      { path: '/terms-of-service', changed: '2026-03-02' },
      { path: '/terms-of-service/20250701', changed: '2026-03-02' },
    ])
  })

  test('are those in force and later while the site is being prepared', async () => {
    const { version, versions } = await load('2025-01-15', 'current', '2024-12-01')
    expect(version).toEqual({ version: '20240617', effective: '2024-06-17', state: 'in-force' })
    expect(versions.map((each) => each.version)).toEqual(['20250701', '20240617'])
  })
})

describe('the documents', () => {
  test.each(['privacy-policy', 'terms-of-service'] as const)(
    '%s has the versions of the specification, newest first',
    (kind) => {
      expect(
        versionsOf(kind)
          .map(({ version }) => version)
          .slice(-3),
      ).toEqual(['20250701', '20240617', '20230619'])
      const ofLater = ({ path }: { path: string }) => path > `/${kind}/20250701`
      expect(legalEntries(kind, { brand: {} }, '2025-06-30').filter((entry) => !ofLater(entry))).toEqual([
        { path: `/${kind}`, changed: '2024-06-17' },
        { path: `/${kind}/20250701` },
        { path: `/${kind}/20240617`, changed: '2024-06-17' },
        { path: `/${kind}/20230619`, changed: '2023-06-19' },
      ])
    },
  )

  test('/current shows the version in force on that day', async () => {
    expect((await loadLegalPage('privacy-policy', 'current', OWN('ko'), undefined, '2024-12-31')).version.version).toBe(
      '20240617',
    )
    expect(
      (await loadLegalPage('terms-of-service', '20230619', OWN('en'), undefined, '2024-12-31')).version.state,
    ).toBe('superseded')
  })

  test('an unknown version is not found', async () => {
    await expect(loadLegalPage('privacy-policy', '20990101', OWN('ko'))).rejects.toMatchObject({ isNotFound: true })
  })
})
