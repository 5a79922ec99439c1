import { expect, test } from 'vitest'
import { files, read } from './tree.ts'

const proofs = read('SECURITY.md')
  .split('\n')
  .filter((line) => /^\| [\d., to]+ \|/.test(line))
  .flatMap((line) => [...line.matchAll(/`(test\/[^`]+)`: ((?:"[^"]+"(?:, )?)+)/g)])
  .flatMap(([, file = '', names = '']) => [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name })))

test('every promise of SECURITY.md names a test that is there', () => {
  expect(proofs.length).toBeGreaterThan(40)
  const missing = proofs.filter(({ file, name }) => !files.includes(file) || !read(file).includes(`'${name}'`))
  expect(missing, 'Name the test that proves the promise now.').toEqual([])
})
