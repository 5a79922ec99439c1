import { expect, test } from 'vitest'
import { files, read } from './tree.ts'

const proofs = read('docs/security.md')
  .split('\n')
  .filter((line) => /^\| [\d., to]+ \|/.test(line))
  .flatMap((line) => [...line.matchAll(/`(test\/[^`]+)`: ((?:"[^"]+"(?:, )?)+)/g)])
  .flatMap(([, file = '', names = '']) => [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name })))

test('every promise of docs/security.md names a test that is there', () => {
  expect(proofs.length).toBeGreaterThan(40)
  const missing = proofs.filter(
    ({ file, name }) =>
      !files.includes(file) || ![`'${name}'`, `"${name}"`].some((quoted) => read(file).includes(quoted)),
  )
  expect(missing, 'Name the test that proves the promise now.').toEqual([])
})
