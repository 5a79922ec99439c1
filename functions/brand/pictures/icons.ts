import { ICON_SIZE } from './sizes.ts'

export interface IconLook {
  symbol: string
  primary: string
}

const symbolIn = ({ symbol }: IconLook, scale: number): string => {
  const edge = (16 * (1 - scale)).toFixed(2)
  return `<path transform="translate(${edge} ${edge}) scale(${scale})" d="${symbol}" fill="#fff"/>`
}

/** The icon of browser tabs, in any size: the white symbol on the brand's colour. */
export const iconSvg = (look: IconLook): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${look.primary}"/>${symbolIn(look, 0.7)}</svg>`

/** The icon of home screens, drawn as PNG: a full square, which systems crop. The symbol stays within the safe zone of every mask. */
export const homeScreenSvg = (look: IconLook): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${ICON_SIZE}" height="${ICON_SIZE}" viewBox="0 0 32 32"><rect width="32" height="32" fill="${look.primary}"/>${symbolIn(look, 0.5)}</svg>`
