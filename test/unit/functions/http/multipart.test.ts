import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOf, boundaryOf, readParts, textOf } from '../../../../functions/http/multipart.ts'

const form = (type: string) =>
  new Request('http://x.example/', { method: 'POST', body: '', headers: { 'content-type': type } })

async function* chunked(bytes: Uint8Array, sizes: number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.slice(at, at + size)
    at += size
  }
}

async function written(
  entries: [name: string, value: string | File][],
): Promise<{ bytes: Uint8Array; boundary: string }> {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  const body = new Response(data)
  return {
    boundary: boundaryOf(form(body.headers.get('content-type') ?? '')),
    bytes: new Uint8Array(await body.arrayBuffer()),
  }
}

describe('a multipart body', () => {
  test('is read as it was written, wherever its chunks end', async () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'b', '[', ']', '"', ';', '=', ' ', '가', '😀'),
      minLength: 1,
      maxLength: 12,
    })
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom('\r\n', '\r\n--', '--', '\r', '').map((text) => new TextEncoder().encode(text)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(name, fc.option(name), content), { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
        async (parts, sizes) => {
          const { bytes, boundary } = await written(
            parts.map(([field, file, value]) => [
              field,
              file === null ? String(value.length) : new File([value], file),
            ]),
          )
          const read: unknown[] = []
          for await (const part of readParts(chunked(bytes, sizes), boundary))
            read.push([part.name, part.filename, [...(await bytesOf(part, 1000))]])
          expect(read).toEqual(
            parts.map(([field, file, value]) => [
              field,
              file,
              [...(file === null ? new TextEncoder().encode(String(value.length)) : value)],
            ]),
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  test('can be read on after a part that was skipped or read in part', async () => {
    const { bytes, boundary } = await written([
      ['a', new File(['x'.repeat(5000)], 'a')],
      ['b', new File(['y'.repeat(5000)], 'b')],
      ['c', 'last'],
    ])
    const read: string[] = []
    for await (const part of readParts(chunked(bytes, [700]), boundary)) {
      if (part.name === 'a') await expect(bytesOf(part, 100)).rejects.toThrow('"a" is larger than 100 bytes.')
      if (part.name === 'c') read.push(await textOf(part, 100))
    }
    expect(read).toEqual(['last'])
  })

  test.each([
    ['no content', ''],
    ['no end', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhello'],
    ['no name', '--x\r\nContent-Disposition: form-data\r\n\r\nhello\r\n--x--'],
    ['endless part headers', `--x\r\n${'a'.repeat(20_000)}`],
    ['junk behind a boundary', '--xyz\r\n\r\n--x--'],
    [
      'much before its first part',
      `${'\r'.repeat(20_000)}\r\n--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--`,
    ],
  ])('with %s is rejected', async (_, text) => {
    const read = async () => {
      for await (const part of readParts(chunked(new TextEncoder().encode(text), [50]), 'x')) await bytesOf(part, 100)
    }
    await expect(read()).rejects.toThrow('The request body does not fit.')
  })

  test('with more than a hundred parts is rejected', async () => {
    const { bytes, boundary } = await written(Array.from({ length: 101 }, () => ['a', '1'] as [string, string]))
    const read = async () => {
      for await (const _ of readParts(chunked(bytes, [5000]), boundary));
    }
    await expect(read()).rejects.toThrow('The request body does not fit.')
  })

  test('of any bytes is read or rejected', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 1, max: 50 }), async (junk, size) => {
        const bytes = new Uint8Array([...new TextEncoder().encode('--x\r\n'), ...junk])
        try {
          for await (const part of readParts(chunked(bytes, [size]), 'x')) await bytesOf(part, 1000)
        } catch (error) {
          expect((error as Error).message).toBe('The request body does not fit.')
        }
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data; charset=utf-8; boundary="a b;c"', 'a b;c'],
  ])('with the content type %s has the boundary %s', (type, boundary) => {
    expect(boundaryOf(form(type))).toBe(boundary)
  })

  test.each([
    'application/json',
    'multipart/mixed; boundary=a',
    'multipart/form-data',
    `multipart/form-data; boundary=${'a'.repeat(71)}`,
  ])('with the content type %s is rejected', (type) => {
    expect(() => boundaryOf(form(type))).toThrow('The request body does not fit.')
  })
})
