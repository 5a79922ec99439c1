import { deflateSync } from 'node:zlib'
import { NAMES_PDF, objectStream, PLAIN_PDF, SCRIPTED_PDF } from '../pdf-files.ts'
import { archive } from '../sample-files.ts'
import { join, type Kind, type Random, taken } from './document.ts'

const MEGABYTE = 1_048_576
const SCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>'
const pdf = (...parts: (string | Uint8Array)[]) => join('%PDF-1.7\n', ...parts, '\n%%EOF')
const streamOf = (dictionary: string, data: Uint8Array) =>
  join(`1 0 obj << ${dictionary} /Length ${data.length} >>\nstream\n`, data, '\nendstream endobj\n')
const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * MEGABYTE), { level: 9 })
const PACKED = '/Type /ObjStm /Filter /FlateDecode /N 1 /First 4'
/** A name, some of its letters as `#xx`. */
const disguised = (name: string, random: Random) =>
  name.replace(/./g, (letter) => (random.between(0, 2) ? letter : `#${letter.charCodeAt(0).toString(16)}`))
/** The beginnings of chunks: of a small file, of the platform's streams, of a part of an upload. */
const EDGES = [4096, 16_384, 65_536, 131_072, 5 * MEGABYTE] as const

export const PDFS: Kind[] = [
  (random) => {
    const megabytes = random.between(4, 65)
    const what = `PDF whose object stream inflates to ${megabytes} MB`
    return { what, name: 'bomb.pdf', bytes: pdf(streamOf(PACKED, zeros(megabytes))), promised: taken }
  },
  (random) => {
    const megabytes = random.between(16, 129)
    const what = `PDF whose page inflates to ${megabytes} MB`
    return {
      what,
      name: 'page.pdf',
      bytes: pdf(streamOf('/Filter /FlateDecode', zeros(megabytes))),
      promised: taken,
    }
  },
  (random) => {
    const count = random.between(51, 2000)
    const bytes = pdf(...Array.from({ length: count }, () => objectStream(['<< /Type /Page >>'])))
    return { what: `PDF with ${count} object streams`, name: 'streams.pdf', bytes, promised: taken }
  },
  (random) => ({
    what: 'PDF in which an object stream seems to begin again and again',
    name: 'names.pdf',
    bytes: NAMES_PDF.subarray(0, random.between(100_000, NAMES_PDF.length)),
    promised: taken,
  }),
  (random) => {
    const [begin, end] = [SCRIPTED_PDF.indexOf('stream\n') + 10, SCRIPTED_PDF.indexOf('endstream')]
    const at = random.between(begin, end)
    const what = `PDF with a script that ends within its object stream, at byte ${at}`
    return { what, name: 'cut.pdf', bytes: join(SCRIPTED_PDF.subarray(0, at)), promised: taken }
  },
  (random) => {
    const at = random.between(10, PLAIN_PDF.indexOf('/ObjStm'))
    const what = `PDF that ends before its objects, at byte ${at}`
    return { what, name: 'head.pdf', bytes: join(PLAIN_PDF.subarray(0, at)), promised: taken }
  },
  (random) => ({
    what: 'PDF with a script under a disguised name',
    name: 'disguised.pdf',
    bytes: pdf(`<< /S /${disguised('JavaScript', random)} /X (app.alert(1)) >>`),
    promised: taken,
  }),
  (random) => {
    const edge = random.of(EDGES)
    const at = edge - random.between(1, 11)
    const bytes = join('%PDF-1.7\n'.padEnd(at, ' '), '/JavaScript (x)', '\n%%EOF')
    return { what: `PDF with a script over byte ${edge}`, name: 'edge.pdf', bytes, promised: taken }
  },
  (random) => ({
    what: 'PDF with a script behind what is inflated at most',
    name: 'behind.pdf',
    bytes: pdf(streamOf(PACKED, zeros(random.between(3, 20))), SCRIPT),
    promised: taken,
  }),
  (random) => ({
    what: 'PDF with a broken object stream',
    name: 'broken.pdf',
    bytes: pdf(streamOf(PACKED, join('\xff', random.bytes(random.between(10, 4000))))),
    promised: taken,
  }),
  (random) => ({
    what: 'PDF whose object stream has a long dictionary',
    name: 'dictionary.pdf',
    bytes: pdf(`<< /Type /ObjStm ${'/A 1 '.repeat(random.between(5000, 50_000))}>> stream\nx\nendstream`),
    promised: taken,
  }),
  () => ({
    what: 'PDF with an object stream in its object stream, which no reader opens (ISO 32000-1, 7.5.7)',
    name: 'nested.pdf',
    bytes: pdf(objectStream([objectStream([SCRIPT]).toString('latin1')])),
    promised: taken,
  }),
  (random) => ({
    what: 'PDF of nested arrays',
    name: 'arrays.pdf',
    bytes: pdf('['.repeat(random.between(100_000, 2_000_000))),
    promised: taken,
  }),
  (random) => ({
    what: 'PDF whose cross-references lead to themselves',
    name: 'loop.pdf',
    bytes: pdf(`trailer << /Prev 9 /XRefStm 9 /Size ${random.between(1, 2 ** 31)} >>\nstartxref\n9`),
    promised: taken,
  }),
  (random) => ({
    what: 'PDF that is an archive too',
    name: 'both.pdf',
    bytes: pdf('x'.repeat(random.between(1, 9000)), archive({ 'setup.bat': 'format c:' })),
    promised: taken,
  }),
  (random) => ({
    what: 'PDF behind other bytes',
    name: 'behind-bytes.pdf',
    bytes: join('x'.repeat(random.between(1, 1000)), PLAIN_PDF),
    promised: taken,
  }),
]
