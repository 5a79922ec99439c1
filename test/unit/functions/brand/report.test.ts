import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { printed, reportOf } from '../../../../functions/cli/brand/report'
import { checkBrand } from '../../../../functions/cli/brand/check-brand'
import { OperatorError } from '../../../../functions/cli/settings'
import { senderLines } from '../../../../functions/cli/brand-sender'
import type { Network } from '../../../../functions/cli/doctor/network'
import { PAIRS } from '../../../../functions/brand/palette/contrast-pairs'
import { registry } from '../../../../functions/brand/registry'
import type { BrandEntry } from '../../../../functions/brand/schema'

const [first = registry.default, ...others] = registry.partners
const reported = (change: Partial<BrandEntry>) => {
  const report = reportOf({ ...registry, partners: [{ ...first, ...change }, ...others] }, first.id)
  if (!report) throw new Error('The brand has no report.')
  return report
}

/** `npm run brand -- …`, without npm. */
const command = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const env = { ...process.env, NODE_NO_WARNINGS: '1' }
    execFile(process.execPath, ['functions/cli/command.js', 'brand', ...args], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })

describe('the report of a brand', () => {
  test('lists hosts, white-label value, every pair, the logo’s sizes and placeholders', () => {
    const text = printed(reported({}))
    for (const part of [
      'partner-a.example, partner-a.localhost',
      'White-label header\n  partner-a',
      `${PAIRS.length} of ${PAIRS.length} pairs pass`,
      'viewBox 0 0 32 32, drawn from 3,3 to 29,29: 26 × 26',
      'still placeholders: ',
      'Problems\n  none',
    ])
      expect(text).toContain(part)
    for (const { front, ground } of PAIRS) expect(text).toContain(`${front} on ${ground}`)
  })

  test.each<[Partial<BrandEntry>, RegExp]>([
    [{ seed: '#ffd400' }, /^seed: "#ffd400" is too light/],
    [{ name: { ko: '', en: 'Gaon' } }, /^name\.ko: it is missing$/],
    [{ name: { ko: '가온', en: '가온 Gaon' } }, /^name\.en: "가온 Gaon" has Hangul/],
    [{ symbol: 'M0 0h40v40H0z' }, /^symbol: it reaches outside its box/],
    [{ symbol: 'M0' }, /^symbol: it is no path/],
    [{ hosts: ['gaon.example'] }, /^origin: its host partner-a\.example is none of the brand's hosts/],
    [{ company: undefined as unknown as BrandEntry['company'] }, /^company: /],
  ])('lists the problem of %o', (change, problem) => {
    const { problems } = reported(change)
    expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(problem)]))
    expect(printed(reported(change))).toMatch(/Problems: \d/)
  })

  test('notes that a seed is shown darker', () => {
    expect(reported({ seed: '#ff7a00' }).notes).toContain(
      'seed: #ff7a00 is shown as #bd5900 where it carries text; drawings show #ff7a00',
    )
  })
})

describe('npm run brand', () => {
  test('checks a brand and writes its swatch page', async () => {
    const { code, out } = await command('check', 'partner-b')
    expect([code, out]).toEqual([0, expect.stringContaining('Swatches to look at: .brand/partner-b.html')])
    const page = await readFile('.brand/partner-b.html', 'utf8')
    expect(page).toContain('--color-primary:#a8322d')
    expect(page.match(/class="sample"/g)).toHaveLength(PAIRS.length)
  })

  test('rejects an unknown id and lists the valid ones', async () => {
    await expect(checkBrand(registry, 'partner-z')).rejects.toThrow(
      new OperatorError('No brand has the id "partner-z". The registry has: vcp-x, partner-a, partner-b.'),
    )
    expect(await command()).toEqual({ code: 1, out: '', err: expect.stringContaining('npm run brand -- check ID') })
  })
})

test('a partner is told what its legal texts lack', () => {
  const { privacy: _privacy, since: _since, ...unnamed } = first
  const notesOf = (entry: typeof first) =>
    reportOf({ ...registry, partners: [entry, ...others] }, entry.id)?.notes.filter((note) =>
      /^(?:privacy|since): it is missing/.test(note),
    )
  expect(notesOf(unnamed)).toHaveLength(2)
  expect(notesOf({ ...unnamed, ...(first.privacy && { privacy: first.privacy }), since: '2026-12-01' })).toEqual([])
  expect(reportOf(registry, registry.default.id)?.notes.join()).not.toContain('it is missing')
})

test.each([
  [undefined, 'it is missing, so mails come from MAIL_FROM'],
  ['site@other.example', 'other.example is neither the domain of the site nor that of contact@partner-a.example'],
  ['site@partner-a.example', null],
  ['site@mail.partner-a.example', null],
])('a partner whose mails come from %s is told what their receivers see', (from, told) => {
  const { notes } = reported({ mail: { ...first.mail, ...(from && { from }) } })
  expect(notes.filter((note) => note.startsWith('mail.from: '))).toEqual(told ? [expect.stringContaining(told)] : [])
})

test('the sender of a brand is asked for SPF, DKIM and DMARC, and one without a sender for nothing', async () => {
  const asked: string[] = []
  const network = {
    texts: async (name: string) => {
      asked.push(name)
      return name.startsWith('_dmarc.') ? ['v=DMARC1; p=reject'] : []
    },
  } as unknown as Network
  const from = 'site@partner-a.example'
  const lines = await senderLines({ ...first, mail: { ...first.mail, from } }, network)
  expect(lines[1]).toBe(`Sender ${from}`)
  expect(lines.slice(2).map((line) => line.replace(/^ +(\w+) .* (\w+): .*/, '$1 $2'))).toEqual([
    'WRONG SPF',
    'WRONG DKIM',
    'right DMARC',
    'WRONG alignment',
  ])
  const before = asked.length
  expect(await senderLines(first, network)).toEqual([])
  expect(asked).toHaveLength(before)
  const offline = { texts: () => Promise.reject(new Error('ECONNREFUSED')) } as unknown as Network
  expect((await senderLines({ ...first, mail: { ...first.mail, from } }, offline)).join('\n')).toMatch(
    /not asked: no name server.*\n.*SPF: TXT cf-bounce\.partner-a\.example.*\n.*DKIM: .*\n.*DMARC: TXT _dmarc\.partner-a\.example/,
  )
})
