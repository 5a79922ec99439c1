import { cleaned } from '../contract/visible-text.ts'

const NAME_MAX = 200
/** File systems take 255 bytes; what is left is for a number before the name. */
const UNPACKED_BYTES_MAX = 240
/** What Windows takes in no name, and at the end of none. */
const NOT_ON_WINDOWS = /[:*?"<>|]|[. ]$/g

/** A file name that is safe to store and show: without folders, control and bidi characters, normalised, shortened before the extension. */
export function fileName(sent: string): string {
  const name = cleaned(sent.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
  return shortened(name, NAME_MAX, (text, max) => Math.min(text.length, max)) || 'file'
}

/** The same as the name of a file that every system can unpack: also by its bytes not too long, and without what Windows refuses. */
export function unpackedName(sent: string): string {
  const unitsIn = (text: string, bytes: number) => new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read
  return shortened(fileName(sent), UNPACKED_BYTES_MAX, unitsIn).replace(NOT_ON_WINDOWS, '_')
}

/** @param unitsIn how many UTF-16 units of a text fit into so much of the limit */
function shortened(name: string, max: number, unitsIn: (text: string, max: number) => number): string {
  if (unitsIn(name, max) === name.length) return name
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  return name.slice(0, unitsIn(name, max - extension.length)).toWellFormed() + extension
}
