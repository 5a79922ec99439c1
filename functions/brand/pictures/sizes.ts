/** Size of the sharing pictures in pixels: that of the networks' large cards. */
export const CARD_SIZE = { width: 1200, height: 630 } as const

/** Width and height of the PNG icon in pixels. */
export const ICON_SIZE = 512
