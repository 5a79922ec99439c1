import { ICON_FILES } from './sizes.ts'

export interface IconLook {
  symbol: string
  primary: string
}

/** The white symbol on the brand's colour. With `corner` 0 it is a full square, which the system crops. */
function icon({ symbol, primary }: IconLook, corner: number, scale: number, size = ''): string {
  const edge = (16 * (1 - scale)).toFixed(2)
  return `<svg xmlns="http://www.w3.org/2000/svg"${size} viewBox="0 0 32 32"><rect width="32" height="32"${corner ? ` rx="${corner}"` : ''} fill="${primary}"/><path transform="translate(${edge} ${edge}) scale(${scale})" d="${symbol}" fill="#fff"/></svg>`
}

const sized = (pixels: number) => ` width="${pixels}" height="${pixels}"`

/** The icon of browser tabs, in any size. */
export const iconSvg = (look: IconLook) => icon(look, 7, 0.7)

export type IconFile = keyof typeof ICON_FILES

/** An icon file as SVG in its own size. The maskable one keeps the symbol within the safe zone of every mask. */
export function iconFileSvg(file: IconFile, look: IconLook): string {
  const size = sized(ICON_FILES[file])
  if (file === 'icon-maskable-512.png') return icon(look, 0, 0.5, size)
  return file === 'apple-touch-icon.png' ? icon(look, 0, 0.64, size) : icon(look, 7, 0.7, size)
}

/** A picture of favicon.ico as SVG. */
export const icoSvg = (pixels: number, look: IconLook) => icon(look, 6, 0.76, sized(pixels))

/** Joins PNG pictures into one ICO file: a directory, then the pictures. */
export function icoOf(pictures: { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}
