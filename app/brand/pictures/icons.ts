export interface IconLook {
  symbol: string
  primary: string
}

/** The symbol in white on the brand's colour. `corner` 0: a full square, which the system cuts itself; `scale` is of the symbol, in a box of 32. */
function icon({ symbol, primary }: IconLook, corner: number, scale: number, size = ''): string {
  const edge = (16 * (1 - scale)).toFixed(2)
  return `<svg xmlns="http://www.w3.org/2000/svg"${size} viewBox="0 0 32 32"><rect width="32" height="32"${corner ? ` rx="${corner}"` : ''} fill="${primary}"/><path transform="translate(${edge} ${edge}) scale(${scale})" d="${symbol}" fill="#fff"/></svg>`
}

const sized = (pixels: number) => ` width="${pixels}" height="${pixels}"`

/** For tabs, at every size. */
export const iconSvg = (look: IconLook) => icon(look, 7, 0.7)

/** The icons that have to be pictures, by file name, with their sizes in pixels. */
export const ICON_FILES = {
  'icon-192.png': 192,
  'icon-512.png': 512,
  'icon-maskable-512.png': 512,
  'apple-touch-icon.png': 180,
} as const
export type IconFile = keyof typeof ICON_FILES

/** One of them as SVG in its own size. A maskable one keeps the symbol within the circle that every mask leaves. */
export function iconFileSvg(file: IconFile, look: IconLook): string {
  const size = sized(ICON_FILES[file])
  if (file === 'icon-maskable-512.png') return icon(look, 0, 0.5, size)
  return file === 'apple-touch-icon.png' ? icon(look, 0, 0.64, size) : icon(look, 7, 0.7, size)
}

/** The sizes within favicon.ico. */
export const ICO_SIZES = [16, 32, 48] as const
export const icoSvg = (pixels: number, look: IconLook) => icon(look, 6, 0.76, sized(pixels))

/** Puts PNG pictures into one ICO file: a table of where each stands, then the pictures. */
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
