import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
    const slow = async () => {
      await sleep(20)
      return Buffer.from('whole')
    }
    const builds = [1, 2].map(async () => {
      await cachedFile('a.txt', source, slow).provide()
      return readFile(path, 'utf8')
    })
    expect(await Promise.all(builds)).toEqual(['whole', 'whole'])
    expect(await readdir(dirname(path))).toEqual(['a.txt'])
  })

  test('that could not be made is not there', async () => {
    const failing = cachedFile('a.txt', source, () => Promise.reject(new Error('no font')))
    await expect(failing.provide()).rejects.toThrow('no font')
    expect(existsSync(path)).toBe(false)
  })
})
