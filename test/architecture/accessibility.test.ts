import { describe, expect, test } from 'vitest'
import { files, read, readJson, sources } from './tree.ts'

type Node = string | { [key: string]: Node }
const textsOf = (node: Node): string[] => (typeof node === 'string' ? [node] : Object.values(node).flatMap(textsOf))

/** Particles, right after the name or its quotation mark, whose form hangs on the last sound of the word before them: 을/를, 은/는, 이/가, 과/와, 으로/로, 아/야, 이나/나, 이라/라. */
const PARTICLE =
  /\}\}["'”’]?(?:을|를|은|는|이|가|과|와|으로|로|아|야|이나|나|이라|라)(?=[\s.,:;!?()]|에|도|만|서|부터|$)/u

const proofs = read('docs/accessibility.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [...line.matchAll(/`(test\/[^`]+)`: ((?:"[^"]+"(?:, )?)+)/g)])
  .flatMap(([, file = '', names = '']) => [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name })))

test('every criterion of docs/accessibility.md names a test that is there', () => {
  expect(proofs.length).toBeGreaterThan(30)
  expect(
    proofs.filter(({ file, name }) => !files.includes(file) || !read(file).includes(`'${name}'`)),
    'Name the test that proves the criterion now.',
  ).toEqual([])
})

describe('Korean texts', () => {
  const texts = files
    .filter((file) => /^app\/i18n\/ko\/.*\.json$/.test(file))
    .flatMap((file) => textsOf(readJson<Node>(file)))

  test('put no particle right after an inserted name, whose last sound nobody knows', () => {
    for (const right of [
      '{{name}} 파일을 삭제',
      '{{date}}부터',
      '{{brand}}에서는',
      '고객센터({{phone}})로 문의',
      '{{page}}페이지',
    ])
      expect(PARTICLE.test(right), right).toBe(false)
    for (const wrong of [
      '{{name}}을 삭제',
      '{{name}}을(를) 삭제',
      '{{name}}이 보냄',
      '{{date}}로 바뀝니다',
      '{{brand}}와 함께',
    ])
      expect(PARTICLE.test(wrong), wrong).toBe(true)
    expect(
      texts.filter((text) => PARTICLE.test(text)),
      'Rephrase it: put a noun between the name and the particle.',
    ).toEqual([])
  })

  test('never write both forms of a particle', () => {
    expect(
      texts.filter((text) =>
        /을\(를\)|를\(을\)|은\(는\)|는\(은\)|이\(가\)|가\(이\)|과\(와\)|와\(과\)|\(으\)로/.test(text),
      ),
      'Rephrase it.',
    ).toEqual([])
  })

  test('break between words alone, and their headings evenly', () => {
    const base = read('app/ui/base.css')
    expect(base).toMatch(/:lang\(ko\) \{\n {2}word-break: keep-all;/)
    expect(base).toMatch(/body \{[^}]*overflow-wrap: anywhere;/)
    expect(base).toMatch(/h1,\nh2,\nh3,\nh4 \{[^}]*text-wrap: balance;/)
    const undone = files.filter((file) => file.endsWith('.css') && /word-break: (?!keep-all)/.test(read(file)))
    expect(undone, 'Let overflow-wrap break what is too long.').toEqual([])
  })
})

test('nothing happens as a pointer goes down (2.5.2), and nothing asks for a position of the device (1.3.4, 2.5.4)', () => {
  const found = sources.filter((file) =>
    /onPointerDown|onMouseDown|onTouchStart|onTouchMove|devicemotion|deviceorientation/.test(read(file)),
  )
  expect(found, 'Act on click.').toEqual([])
  expect(
    files.filter((file) => file.endsWith('.css') && /\(\s*orientation\s*:/.test(read(file))),
    'Ask for the width.',
  ).toEqual([])
})

test('nothing is shown by pointing at it alone (1.4.13), and no key is a shortcut (2.1.4)', () => {
  expect(
    sources.filter((file) => /<[a-z]+\b[^>]*\stitle=|onMouseEnter|accessKey|onKeyPress/.test(read(file))),
    'Show it by a click, as the tip does.',
  ).toEqual([])
  const shown = files
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      [...read(file).matchAll(/:hover[^{]*\{[^}]*(?:display|visibility|opacity):[^}]*\}/g)].map(
        ([rule]) => `${file}: ${rule}`,
      ),
    )
  expect(shown).toEqual([])
})

test('the order of the page is the order of its source (1.3.2, 2.4.3)', () => {
  const ordered = files.filter(
    (file) => file.endsWith('.css') && /(?:^|[\s;{])order:\s*-?\d|-reverse\b/.test(read(file)),
  )
  // The words of a file input stand before what it shows; both are one control.
  expect(
    ordered.filter((file) => file !== 'app/features/inquiry/file-field.module.css'),
    'Put it where it is read.',
  ).toEqual([])
  expect(
    sources.filter((file) => /tabIndex=\{[1-9]/.test(read(file))),
    'The source gives the order.',
  ).toEqual([])
})
