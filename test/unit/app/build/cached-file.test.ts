import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { cachedFile } from '../../../../app/build/cached-file'

describe('a file that builds keep', () => {
  const source = crypto.randomUUID()
  const { path } = cachedFile('a.txt', source, () => Buffer.from(''))
  afterEach(() => rm(dirname(path), { recursive: true, force: true }))

  test('is made by the first build only, and made anew for another source', async () => {
    await cachedFile('a.txt', source, () => Buffer.from('first')).provide()
    await cachedFile('a.txt', source, () => Buffer.from('second')).provide()
    expect(await readFile(path, 'utf8')).toBe('first')
    expect(cachedFile('a.txt', `${source}+`, () => Buffer.from('')).path).not.toBe(path)
  })

  test('is whole for each of two builds at the same time', async () => {
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = cachedFile('a.txt', source, async () => {
      begun.resolve()
      await held.promise
      return Buffer.from('whole')
    }).provide()
    await begun.promise
    await cachedFile('a.txt', source, () => Buffer.from('whole')).provide()
    expect(await readFile(path, 'utf8')).toBe('whole')
    held.resolve()
    await first
    expect(await readFile(path, 'utf8')).toBe('whole')
    expect(await readdir(dirname(path))).toEqual(['a.txt'])
  })

  test('that could not be made is not there', async () => {
    const failing = cachedFile('a.txt', source, () => Promise.reject(new Error('no font')))
    await expect(failing.provide()).rejects.toThrow('no font')
    expect(existsSync(path)).toBe(false)
  })
})
