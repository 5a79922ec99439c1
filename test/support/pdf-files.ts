import { deflateSync } from 'node:zlib'

/* PDFs as programs of today write them (ISO 32000-1, 7.5.7 and 7.5.8), and hostile ones. Their text is Latin-1. */

const bytes = (...parts: (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))

const stream = (dictionary: string, data: Uint8Array) =>
  bytes(`<< ${dictionary} /Length ${data.length} >>\nstream\n`, data, '\nendstream')

/** A stream of compressed objects, numbered from 1. */
export function objectStream(objects: string[]): Buffer {
  const offsets = objects.map((_, at) => objects.slice(0, at).join(' ').length + Number(at > 0))
  const index = `${offsets.map((offset, at) => `${at + 1} ${offset}`).join(' ')} `
  const data = deflateSync(index + objects.join(' '))
  return stream(`/Type /ObjStm /N ${objects.length} /First ${index.length} /Filter /FlateDecode`, data)
}

/**
 * A whole PDF of one page, all of whose objects are in an object stream.
 * @param action of its opening, as a dictionary
 */
export function pdfWithAction(action: string): Buffer<ArrayBuffer> {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction 5 0 R >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 7 0 R /Resources << /Font << /F 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    action,
  ]
  const start = bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  const packed = bytes('6 0 obj\n', objectStream(objects), '\nendobj\n')
  const content = bytes('7 0 obj\n', stream('', bytes('BT /F 24 Tf 20 40 Td (Contract) Tj ET')), '\nendobj\n')
  const end = start.length + packed.length + content.length
  /** Type, offset or stream, index: one byte, three, one. */
  const entry = (type: number, second: number, third: number) => [
    type,
    second >> 16,
    (second >> 8) & 255,
    second & 255,
    third,
  ]
  const entries = [
    entry(0, 0, 255),
    ...objects.map((_, at) => entry(2, 6, at)),
    entry(1, start.length, 0),
    entry(1, start.length + packed.length, 0),
    entry(1, end, 0),
  ]
  const references = stream(
    `/Type /XRef /Size ${entries.length} /W [1 3 1] /Root 1 0 R /Filter /FlateDecode`,
    deflateSync(Uint8Array.from(entries.flat())),
  )
  return bytes(
    start,
    packed,
    content,
    '8 0 obj\n',
    references,
    `\nendobj\nstartxref\n${end}\n%%EOF\n`,
  ) as Buffer<ArrayBuffer>
}

/** Runs a script when it is opened, which no plain byte of it says. */
export const SCRIPTED_PDF = pdfWithAction('<< /S /JavaScript /JS (app.alert(1)) >>')
export const PLAIN_PDF = pdfWithAction('[3 0 R /Fit]')

/** 1.5 MB in which an object stream seems to begin again and again. */
export const NAMES_PDF = bytes('%PDF-1.7\n', '/Type/ObjStm'.repeat(131_072))
/** 64 KB with one object stream that inflates to 63 MB. */
export const BOMB_PDF = bytes(
  '%PDF-1.7\n1 0 obj ',
  stream(
    '/Type /ObjStm /Filter /FlateDecode /N 1 /First 4',
    deflateSync(Buffer.alloc(63 * 1_048_576, '#4a'), { level: 9 }),
  ),
  '\nendobj\n%%EOF',
)
