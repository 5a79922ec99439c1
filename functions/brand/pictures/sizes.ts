/** Size of the sharing pictures in pixels: that of the networks' large cards. */
export const CARD_SIZE = { width: 1200, height: 630 } as const

/** Icons that must be PNG files, with their sizes in pixels. */
export const ICON_FILES = {
  'icon-192.png': 192,
  'icon-512.png': 512,
  'icon-maskable-512.png': 512,
  'apple-touch-icon.png': 180,
} as const

/** Sizes of the pictures in favicon.ico. */
export const ICO_SIZES = [16, 32, 48] as const
