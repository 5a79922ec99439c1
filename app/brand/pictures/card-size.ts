/** Of the sharing pictures in pixels, as the large cards of the networks want it. */
export const CARD_SIZE = { width: 1200, height: 630 } as const
