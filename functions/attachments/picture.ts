import { imageSize } from 'image-size'
import { FileTypeError, TooLargeError } from '../errors.ts'

/** What a picture of an entry may have: a visitor on a phone loads it too. The editor scales larger ones before it sends them. */
export const PICTURE_BYTES_MAX = 2_000_000

/** A picture is heavier than a page should be. */
export class PictureTooLargeError extends TooLargeError {}

/** A picture says where it was taken, in a format from which this cannot be taken away here. */
export class PictureMetadataError extends FileTypeError {
  constructor() {
    super('The picture holds metadata that cannot be removed. Save it as JPEG or PNG.', 'file-wrong-type')
  }
}

interface Picture {
  bytes: Uint8Array<ArrayBuffer>
  /** Pixels as it is shown; null where they cannot be read. */
  width: number | null
  height: number | null
}

/**
 * A picture without what it says about the place, the time and the device, and its size. Colours and the way up stay.
 * @param type `jpg`, `png`, `apng`, `webp`, `gif` or `avif`
 * @throws PictureMetadataError for metadata in a GIF or an AVIF
 */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>, type: string): Picture {
  const { width = null, height = null, orientation = 1 } = sizeOf(bytes)
  const turned = orientation >= 5 && orientation <= 8
  const size = turned ? { width: height, height: width } : { width, height }
  switch (type) {
    case 'jpg':
      return { ...size, bytes: jpeg(bytes, orientation) }
    case 'png':
    case 'apng':
      return { ...size, bytes: png(bytes) }
    case 'webp':
      return { ...size, bytes: webp(bytes) }
    default:
      if (MARKS.some((mark) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(mark)))
        throw new PictureMetadataError()
      return { ...size, bytes }
  }
}

/** What metadata in a GIF (XMP) or an AVIF (Exif, XMP) begins with. */
const MARKS = ['XMP DataXMP', 'Exif', 'application/rdf+xml']

function sizeOf(bytes: Uint8Array): { width?: number; height?: number; orientation?: number } {
  try {
    return imageSize(bytes)
  } catch {
    return {}
  }
}

const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat(parts))

/** Segments of JPEG that a picture needs: JFIF, the colour profile and Adobe's way to store colours; every other APPn and the comments go. */
const isKept = (marker: number) =>
  !(marker >= 0xe0 && marker <= 0xef && ![0xe0, 0xe2, 0xee].includes(marker)) && marker !== 0xfe
const PROFILE = 'ICC_PROFILE\0'

/** ITU-T T.81, annex B. What stands behind the end of the picture, such as a second one with its own metadata, goes too. */
function jpeg(bytes: Uint8Array, orientation: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  if (orientation > 1) kept.push(exifOf(orientation))
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === 0xd9) break
    // A byte that fills up.
    if (marker === 0xff) {
      at += 1
      continue
    }
    let end = at + 2 + view.getUint16(at + 2)
    const isProfile = Buffer.from(bytes.subarray(at + 4, at + 4 + PROFILE.length)).toString('latin1') === PROFILE
    if (marker === 0xda) end = endOfScan(bytes, end)
    if (isKept(marker) && (marker !== 0xe2 || isProfile)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return joined([...kept, Uint8Array.of(0xff, 0xd9)])
}

/** Behind the data of a scan: the next marker that is no restart and no stuffed byte. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** An Exif segment that says which way is up, and nothing else (Exif 2.32, 4.5 and 4.6.4). */
const exifOf = (orientation: number): Uint8Array => {
  const tiff = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  return Uint8Array.of(0xff, 0xe1, 0, 8 + tiff.length, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff)
}

/** Chunks of PNG with texts, times, Exif and signatures (PNG, third edition, 11.3). */
const TOLD_BY_PNG = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME', 'dSIG'])

function png(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const kept: Uint8Array[] = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length;) {
    const name = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1')
    const end = at + 12 + view.getUint32(at)
    if (!TOLD_BY_PNG.has(name)) kept.push(bytes.subarray(at, end))
    if (name === 'IEND') break
    at = end
  }
  return joined(kept)
}

/** RIFF chunks of WebP: Exif and XMP go, with their flags (WebP container specification, RFC 9649). */
function webp(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const kept: Uint8Array[] = [bytes.subarray(0, 12)]
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = Buffer.from(bytes.subarray(at, at + 4)).toString('latin1')
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    if (name !== 'EXIF' && name !== 'XMP ') kept.push(bytes.subarray(at, end))
    at = end
  }
  const file = joined(kept)
  const written = new DataView(file.buffer)
  written.setUint32(4, file.length - 8, true)
  if (Buffer.from(file.subarray(12, 16)).toString('latin1') === 'VP8X') file[20] = (file[20] ?? 0) & ~0x0c
  return file
}
