import { describe, expect, test } from 'vitest'
import { files, hasTest, proofsIn, read, runOf, unreadIn } from './tree.ts'

const PAGES = ['docs/testing.md', 'docs/security.md', 'docs/accessibility.md']

describe.each(PAGES)('every promise of %s', (page) => {
  test('names a test that exists', () => {
    const proofs = proofsIn(page)
    expect(proofs.length).toBeGreaterThan(30)
    expect(
      proofs.filter((proof) => !hasTest(proof)),
      'Name the test that proves the promise now.',
    ).toEqual([])
    expect(unreadIn(page), 'Write `test/file.test.ts`: "name", "name"; and the next file.').toEqual([])
  })

  test('says which run proves it, where that is not npm test alone', () => {
    const rows = read(page)
      .split('\n')
      .filter((line) => /^\| .*`test\/[^`]+\.test\.tsx?`/.test(line))
    const wrong = rows.filter((row) => {
      const named = [...row.matchAll(/`(npm test|npm run test:long)`/g)].map(([, run = '']) => run)
      const real = [...row.matchAll(/`(test\/[^`]+\.tsx?)`/g)].map(([, file = '']) => runOf(file))
      if (named.length === 0 && page !== 'docs/testing.md') named.push('npm test')
      return [...new Set(named)].toSorted().join() !== [...new Set(real)].toSorted().join()
    })
    expect(wrong, 'The folder of a test decides: test/long is npm run test:long, any other npm test.').toEqual([])
  })
})

test('every test file proves a promise', () => {
  const named = new Set(PAGES.flatMap(proofsIn).map(({ file }) => file))
  const tests = files.filter((file) => /^test\/(?:unit|worker|e2e|long)\/.*\.test\.tsx?$/.test(file))
  expect(
    tests.filter((file) => !named.has(file)),
    'Give what it proves a row of docs/testing.md.',
  ).toEqual([])
})

test('every line of docs/framework.md names tests of the real build that exist', () => {
  const rows = read('docs/framework.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && /`(?:app\/framework|test\/e2e\/support)\//.test(line))
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter((row) => !/`test\/(?:worker|e2e)\/[^`]+\.test\.ts`/.test(row))).toEqual([])
  expect(proofsIn('docs/framework.md').filter((proof) => !hasTest(proof))).toEqual([])
})

test('every file that a page needs beyond the framework stands in docs/framework.md, with what asks for it', () => {
  const rows = read('docs/framework.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.split(' | ').length === 5)
  const needed = files.filter((file) => /^app\/(?:render|framework|page-cache|urls|context)\//.test(file))
  expect(needed.length).toBeGreaterThan(20)
  expect(needed.filter((file) => !rows.some((row) => row.includes(`\`${file}\``)))).toEqual([])
})
