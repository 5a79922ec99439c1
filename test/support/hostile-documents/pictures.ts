import { crc32, deflateSync } from 'node:zlib'
import { archive, JPG, PNG } from '../sample-files.ts'
import { EITHER, join, type Kind, type Random, taken } from './document.ts'

const MEGABYTE = 1_048_576
const numbers = (...values: number[]) => {
  const buffer = Buffer.alloc(4 * values.length)
  values.forEach((value, at) => buffer.writeUInt32BE(value, 4 * at))
  return buffer
}
/** A chunk of a PNG (ISO 15948, 5.3). @param length what it says of its length, true or not */
const chunk = (type: string, data: Uint8Array = Buffer.alloc(0), length = data.length) =>
  join(numbers(length), type, data, numbers(crc32(join(type, data))))
const png = (size: number, ...chunks: Uint8Array[]) =>
  join(
    PNG.subarray(0, 8),
    chunk('IHDR', join(numbers(size, size), Buffer.from([8, 6, 0, 0, 0]))),
    ...chunks,
    chunk('IEND'),
  )
const zeros = (random: Random) => deflateSync(Buffer.alloc(random.between(8, 65) * MEGABYTE), { level: 9 })

const picture =
  (what: string, bytes: (random: Random) => Uint8Array, promised = taken): Kind =>
  (random) => ({ what: `picture ${what}`, name: 'a.png', bytes: join(bytes(random)), promised })
const photo =
  (what: string, bytes: (random: Random) => Uint8Array): Kind =>
  (random) => ({
    what: `photo ${what}`,
    name: random.of(['a.jpg', 'a.jpeg', 'A.JPG']),
    bytes: join(bytes(random)),
    promised: taken,
  })

export const PICTURES: Kind[] = [
  picture('of two thousand million pixels a side', (random) => png(0x7fffffff, chunk('IDAT', zeros(random)))),
  picture('with a text that inflates to megabytes', (random) =>
    png(1, chunk('zTXt', join('a\0\0', zeros(random))), chunk('IDAT', deflateSync('x'))),
  ),
  picture(
    'with thousands of empty chunks',
    (random) => png(1, ...Array.from({ length: random.between(1000, 60_000) }, () => chunk('teXt')), chunk('IDAT')),
    EITHER,
  ),
  picture('whose chunk says that it is 2 GB', (random) => png(1, chunk('teXt', random.bytes(50), 0x7fffffff)), EITHER),
  picture(
    'whose chunk says that it is longer than any',
    (random) => png(1, chunk('teXt', random.bytes(50), 0xffffffff)),
    EITHER,
  ),
  picture('of four thousand million frames', () =>
    png(1, chunk('acTL', numbers(0xffffffff, 0)), chunk('IDAT', deflateSync('x'))),
  ),
  picture('that is cut', (random) => PNG.subarray(0, random.between(8, PNG.length)), EITHER),
  photo('of noise', (random) => join(JPG, random.bytes(random.between(0, 5000)))),
  photo('of nothing but its first bytes', () => Buffer.from([0xff, 0xd8, 0xff])),
  photo('whose properties lead to themselves', (random) =>
    join(Buffer.from('ffd8ffe1ffff', 'hex'), 'Exif\0\0MM\0*', numbers(8, random.between(0, 2 ** 32)), numbers(8, 8, 8)),
  ),
  photo('that is an archive too', () => join(JPG, archive({ 'setup.bat': 'format c:' }))),
]
