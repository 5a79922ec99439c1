import { describe, expect, test } from 'vitest'
import { PictureMetadataError, withoutMetadata } from '../../../../functions/attachments/picture.ts'

const bytesOf = (...parts: (string | number[] | Uint8Array)[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  )
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const big = (value: number) => [value >> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]
const little = (value: number) => big(value).toReversed()

/** TIFF with the orientation and a place. */
const exif = (orientation: number) =>
  bytesOf(
    'Exif\0\0MM\0*',
    big(8),
    [0, 1, 0x01, 0x12, 0, 3, ...big(1), 0, orientation, 0, 0],
    big(0),
    'GPS 37.5665 126.9780',
  )

describe('a JPEG', () => {
  const segment = (marker: number, content: Uint8Array) =>
    bytesOf([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255], content)
  const photo = (orientation: number) =>
    bytesOf(
      [0xff, 0xd8],
      segment(0xe0, bytesOf('JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0])),
      segment(0xe1, exif(orientation)),
      segment(0xe1, bytesOf('http://ns.adobe.com/xap/1.0/\0GPS in XMP')),
      segment(0xe2, bytesOf('ICC_PROFILE\0', [1, 1], 'colours')),
      segment(0xe2, bytesOf('MPF\0 where the second picture is')),
      segment(0xed, bytesOf('Photoshop 3.0\0 IPTC city')),
      segment(0xfe, bytesOf('a comment')),
      // 40 wide, 30 high.
      segment(0xc0, bytesOf([8, 0, 30, 0, 40, 1, 1, 0x11, 0])),
      segment(0xda, bytesOf([1, 1, 0, 0, 63, 0])),
      [1, 2, 0xff, 0, 3, 0xff, 0xd0, 4],
      segment(0xda, bytesOf([1, 1, 0, 0, 63, 0])),
      [5, 0xff, 0xd9],
      'trailing GPS',
    )

  test('loses its place, its texts and what stands behind it, and keeps its picture and colours', () => {
    const { bytes, width, height } = withoutMetadata(photo(1), 'jpg')
    expect([width, height]).toEqual([40, 30])
    expect(text(bytes)).not.toMatch(/GPS|Exif|adobe|MPF|IPTC|comment/)
    for (const kept of ['JFIF', 'ICC_PROFILE', '\x01\x02\xff\x00\x03\xff\xd0\x04\xff\xda'])
      expect(text(bytes)).toContain(kept)
    expect(text(bytes).endsWith('\x05\xff\xd9')).toBe(true)
  })

  test('stays the right way up, with its width and height as it is shown', () => {
    const { bytes, width, height } = withoutMetadata(photo(6), 'jpg')
    expect([width, height]).toEqual([30, 40])
    expect(text(bytes)).not.toContain('GPS')
    // What is left says the way up, to whoever reads it: the same function.
    expect(withoutMetadata(bytes, 'jpg')).toMatchObject({ width: 30, height: 40, bytes })
  })

  test('that is cut off anywhere is no endless loop', () => {
    const whole = photo(6)
    for (let length = 0; length < whole.length; length += 1)
      expect(text(withoutMetadata(whole.slice(0, length), 'jpg').bytes)).not.toContain('IPTC city')
  })
})

test('a PNG loses its texts, times and Exif', () => {
  const chunk = (name: string, content: Uint8Array) => bytesOf(big(content.length), name, content, big(0))
  const source = bytesOf(
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
    chunk('IHDR', bytesOf(big(7), big(5), [8, 2, 0, 0, 0])),
    chunk('iCCP', bytesOf('colours')),
    chunk('eXIf', exif(1)),
    chunk('iTXt', bytesOf('XML:com.adobe.xmp GPS')),
    chunk('tEXt', bytesOf('Author GPS')),
    chunk('IDAT', bytesOf('pixels')),
    chunk('IEND', bytesOf()),
    'GPS behind the end',
  )
  const { bytes, width, height } = withoutMetadata(source, 'png')
  expect([width, height]).toEqual([7, 5])
  expect(text(bytes)).not.toContain('GPS')
  expect(text(bytes)).toMatch(/IHDR[^]*iCCP[^]*colours[^]*IDAT[^]*pixels[^]*IEND/)
})

test('a WebP loses its Exif and XMP, and says so in its header', () => {
  const chunk = (name: string, content: Uint8Array) =>
    bytesOf(name, little(content.length), content, content.length % 2 ? [0] : [])
  const parts = bytesOf(
    chunk('VP8X', bytesOf([0x2c, 0, 0, 0, 8, 0, 0, 6, 0, 0])),
    chunk('ICCP', bytesOf('odd')),
    chunk('VP8L', bytesOf('pixels')),
    chunk('EXIF', exif(1)),
    chunk('XMP ', bytesOf('GPS')),
  )
  const { bytes, width, height } = withoutMetadata(bytesOf('RIFF', little(parts.length + 4), 'WEBP', parts), 'webp')
  expect([width, height]).toEqual([9, 7])
  expect(text(bytes)).not.toMatch(/GPS|EXIF|XMP /)
  expect(text(bytes)).toMatch(/ICCP[^]*odd[^]*VP8L[^]*pixels/)
  expect(new DataView(bytes.buffer).getUint32(4, true)).toBe(bytes.length - 8)
  expect(bytes[20]).toBe(0x20)
})

test('a GIF or an AVIF with metadata is refused, one without is kept as it is', () => {
  const gif = bytesOf('GIF89a', [1, 0, 1, 0, 0, 0, 0])
  expect(withoutMetadata(gif, 'gif').bytes).toEqual(gif)
  expect(() => withoutMetadata(bytesOf(gif, '!\xff\x0bXMP DataXMP'), 'gif')).toThrow(PictureMetadataError)
  expect(() => withoutMetadata(bytesOf('    ftypavif infe Exif'), 'avif')).toThrow(PictureMetadataError)
})
