import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '../../../../functions/brand/registry.ts'
import { answersOf, askAnswers, requireRight } from '../../../../functions/cli/brand/new/dialogue.ts'
import { entryFrom, faultsOf, withPartner } from '../../../../functions/cli/brand/new/entry-from-answers.ts'
import { letterOf } from '../../../../functions/cli/brand/new/letter.ts'
import { EXAMPLES, QUESTIONS, type Answers } from '../../../../functions/cli/brand/new/questions.ts'
import { reportOf } from '../../../../functions/cli/brand/report.ts'
import { LOCALES } from '../../../../functions/contract/languages.ts'

/* `npm run brand -- new`: what it asks, refuses and writes. test/worker/new-partner.test.ts builds and serves what it has written. */
const RIGHT: Answers = { ...EXAMPLES, logo: '' }
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M2 2h28L16 30z"/></svg>'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vcp-x-brand-new-'))
  for (const part of [
    'functions',
    'app/i18n',
    'app/ui',
    'app/features/board',
    'package.json',
    '.oxfmtrc.json',
    'wrangler.toml',
  ])
    await cp(part, join(folder, part), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'logo.svg'), LOGO)
  await writeFile(join(folder, 'hostile.svg'), LOGO.replace('<path', '<script>alert(1)</script><path'))
})
afterAll(() => rm(folder, { recursive: true }))

const flagsOf = (answers: Answers) => Object.entries(answers).flatMap(([flag, answer]) => [`--${flag}`, answer])

/** `npm run brand -- new --no-preview …` in a copy of the project, without npm and without a terminal. */
const command = (answers: Answers) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const env = { ...process.env, NODE_NO_WARNINGS: '1', INIT_CWD: folder }
    const args = ['functions/cli/command.js', 'brand', 'new', '--no-preview', ...flagsOf(answers)]
    execFile(process.execPath, args, { cwd: folder, env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })

/** Plays somebody at the terminal: gives each line in turn. */
async function play(given: Answers, lines: string[]): Promise<{ asked: string[]; said: string[]; answers: Answers }> {
  const asked: string[] = []
  const said: string[] = []
  const next = lines.values()
  const ask = (question: string) => {
    asked.push(question)
    const { value, done } = next.next()
    return done ? Promise.reject(new Error(`No line is left for "${question}"`)) : Promise.resolve(value)
  }
  const answers = await askAnswers(registry, given, ask, (line) => said.push(line))
  return { asked, said, answers }
}
const allBut = (...flags: string[]) =>
  Object.fromEntries(Object.entries(RIGHT).filter(([flag]) => !flags.includes(flag)))

describe('the questions about a new brand', () => {
  test('have examples that are right answers, and every setting that a partner’s entry needs', async () => {
    expect(await faultsOf(registry, RIGHT)).toEqual([])
    const { entry } = await entryFrom(RIGHT)
    const notes = reportOf(withPartner(registry, entry), entry.id)?.notes ?? []
    expect(notes.filter((note) => note.includes('it is missing'))).toEqual([])
  })

  test('propose what follows from the answers before', async () => {
    const open = [
      'id',
      'wordmark',
      'logo',
      'since',
      'officer-ko',
      'officer-en',
      'notify',
      'mail-from',
      'mail-provider-ko',
      'mail-provider-en',
      'partnership-form',
    ]
    const { asked, answers } = await play(
      allBut(...open),
      open.map(() => ''),
    )
    expect(asked).toHaveLength(open.length)
    expect(answers).toMatchObject({
      id: 'haneul',
      wordmark: 'HANEUL',
      logo: '',
      'officer-en': 'Haneul Lee',
      notify: 'contact@haneul.example',
      'partnership-form': 'yes',
    })
    expect(answers.since).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(asked[0]).toContain('(Enter: haneul)')
  })

  test('are asked again until the answer is right, each time with the reason', async () => {
    const { asked, said, answers } = await play(allBut('host', 'colour', 'email', 'portal'), [
      'partner-a.example',
      'haneul',
      'https://Carbon.Haneul.EXAMPLE/en?x',
      '#ffe600',
      'purple-ish',
      '#6d28d9',
      '',
      'contact@haneul.example',
      'portal.haneul.example',
    ])
    expect(asked).toHaveLength(9)
    expect(said.map((line) => line.trim())).toEqual([
      expect.stringMatching(
        /partner-a\.example" is already used by partner-a; .*\. For example: carbon\.haneul\.example$/,
      ),
      expect.stringMatching(/^write the whole host, with its domain. For example: carbon\.haneul\.example/),
      expect.stringMatching(/^"#ffe600" is too light for this site: .*Of its hue "#[0-9a-f]{6}" would pass/),
      expect.stringMatching(/^"purple-ish" is not a colour; write it like "#1f5eff"/),
      'Invalid email address. For example: contact@haneul.example',
    ])
    expect(answers).toMatchObject({
      host: 'carbon.haneul.example',
      colour: '#6d28d9',
      portal: 'https://portal.haneul.example',
    })
  })

  test('can be answered from nothing, and a wrong answer is told at once, whatever has not been asked yet', async () => {
    const lines = QUESTIONS.flatMap(({ flag, example }) => {
      if (flag === 'colour') return ['#ffe600', example]
      if (flag === 'logo' || flag.startsWith('mail-')) return ['']
      return flag === 'host' ? ['partner-a.example', example] : [example]
    })
    const { asked, said, answers } = await play({}, lines)
    expect(asked).toHaveLength(lines.length)
    expect(said).toEqual([
      expect.stringContaining('already used by partner-a'),
      expect.stringContaining('is too light'),
    ])
    expect(await faultsOf(registry, answers)).toEqual([])
  })

  test('are asked again where a flag has a wrong answer', async () => {
    const { asked, said, answers } = await play({ ...RIGHT, colour: '#ffe600' }, ['#6d28d9'])
    expect([asked.length, said.length, answers.colour]).toEqual([1, 1, '#6d28d9'])
  })

  test('that have no proposal are named where nobody can be asked', () => {
    expect(() => answersOf({ 'name-en': 'Haneul' })).toThrow(/Nothing was written.*--host 'carbon\.haneul\.example'/s)
    expect(() => answersOf({ 'name-en': 'Haneul' })).not.toThrow(/--(?:id|wordmark|since|notify|logo) /)
    expect(QUESTIONS.filter(({ suggests, isOptional }) => !suggests && !isOptional).map(({ flag }) => flag)).toContain(
      'email',
    )
  })

  test.each<[string, Answers, RegExp]>([
    ['the id of another brand', { id: 'partner-b' }, /--id: id "partner-b" is already used by partner-b/],
    ['an id that is none', { id: 'Haneul Inc' }, /--id: use lower-case letters/],
    ['the host of the default brand', { host: 'www.vcp-x.example' }, /--host: .*vcp-x/],
    [
      'a host of another brand',
      { host: 'partner-a.example' },
      /--host: .*partner-a\.example" is already used by partner-a/,
    ],
    ['a colour that cannot be read', { colour: '#ffe600' }, /--colour: "#ffe600" is too light/],
    ['Hangul in an English text', { 'company-en': '하늘' }, /--company-en: "하늘" has Hangul/],
    ['nothing where a name is needed', { 'name-ko': ' ' }, /--name-ko: /],
    ['a file that is not there', { logo: 'none.svg' }, /--logo: none\.svg is not there\. Write the path/],
    ['a word mark that cannot be drawn', { wordmark: '😀' }, /--wordmark: "😀", its first letter, cannot be drawn/],
    ['a word mark that is too long', { wordmark: 'HANEULCARBONATLAS' }, /--wordmark: .*16/],
    ['a day that is none', { since: '2026-13-01' }, /--since: .*For example: 2026-12-01/],
    ['neither yes nor no', { 'partnership-form': 'maybe' }, /--partnership-form: "maybe" is neither yes nor no/],
    ['a sender that is no address', { 'mail-from': 'haneul' }, /--mail-from: .*For example: site@haneul\.example/],
  ])('refuse %s, with what to write', async (_, change, words) => {
    await expect(requireRight(registry, { ...RIGHT, ...change })).rejects.toThrow(words)
  })
})

describe('npm run brand -- new', () => {
  test('refuses a logo with a script, like every wrong answer, and leaves nothing behind', async () => {
    const before = [await readFile(join(folder, 'functions/brand/registry.ts'), 'utf8'), await readdir(folder)]
    const { code, out, err } = await command({ ...RIGHT, logo: 'hostile.svg' })
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/--logo: hostile\.svg: it has a script/)
    expect(err).toMatch(/^Nothing was written\./)
    expect([await readFile(join(folder, 'functions/brand/registry.ts'), 'utf8'), await readdir(folder)]).toEqual(before)
  })

  test('writes the entry, its pictures, and what the partner has to do in each language', async () => {
    const { code, out, err } = await command({ ...RIGHT, logo: 'logo.svg', 'mail-from': '' })
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('Problems\n  none')
    const written = await readFile(join(folder, 'functions/brand/registry.ts'), 'utf8')
    const [head, tail] = (await readFile('functions/brand/registry.ts', 'utf8')).split(
      /(?<=\n {4}\},\n)(?= {2}\],\n\}\n$)/,
    )
    expect(written.startsWith(head ?? '-'), 'the entries of others are as they were').toBe(true)
    expect(written.endsWith(tail ?? '-')).toBe(true)
    expect(written).toContain("symbol: 'M2 2h28L16 30z'")
    const files = await readdir(join(folder, '.brand/haneul'))
    expect(files).toEqual(
      expect.arrayContaining(['symbol.svg', 'icon.svg', 'icon.png', ...LOCALES.map((locale) => `card-${locale}.png`)]),
    )
    for (const locale of LOCALES) {
      const letter = await readFile(join(folder, `.brand/haneul/to-the-partner.${locale}.txt`), 'utf8')
      expect(out).toContain(letter)
      for (const words of ['carbon.haneul.example  CNAME  sites.vcp-x.example', '123-45-67890', `card-${locale}.png`])
        expect(letter).toContain(words)
    }
    expect((await readdir(join(folder, '.brand'))).filter((name) => name.startsWith('registry'))).toEqual([])
  })

  test('says what to write by hand where the registry is not as the command knows it', async () => {
    const file = join(folder, 'functions/brand/registry.ts')
    const unusual = `${await readFile(file, 'utf8')}\nexport const others = []\n`
    await writeFile(file, unusual)
    const { code, err } = await command({ ...RIGHT, id: 'second', host: 'second.example' })
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^Nothing was written: .*add this entry to partners by hand:\n\{\n {2}"id": "second"/),
    ])
    expect(await readFile(file, 'utf8')).toBe(unusual)
  })
})

test('the letter to a partner asks for what its entry needs: records, sender, logo, and what is missing', async () => {
  const { entry } = await entryFrom({ ...RIGHT, 'mail-from': '', 'mail-provider-ko': '', 'mail-provider-en': '' })
  const facts = { entry, target: 'sites.vcp-x.example', isLetter: true, pictures: ['symbol.svg'] }
  const borrowed = letterOf(facts)
  for (const words of ['reply goes to contact@haneul.example', 'Provider of your mailboxes: ?', 'We had no logo'])
    expect(borrowed.en).toContain(words)
  expect(borrowed.ko).toContain('메일함을 제공하는 업체: ?')
  const own = letterOf({
    ...facts,
    target: null,
    isLetter: false,
    entry: { ...entry, mail: { ...entry.mail, from: 'site@haneul.example' } },
  })
  for (const words of ['You have nothing to do.', 'name servers of haneul.example', 'one colour from your logo'])
    expect(own.en).toContain(words)
  expect(own.en).not.toContain('CNAME')
})
