/** The request's id and brand, resolved by the Worker entry. */
export interface ApiVisitor {
  /** Part of every cache key. */
  brandId: string
  whiteLabel: string
  /** Origin of the brand, from the registry; links in notifications start with it. */
  origin: string
  /** Whether the brand uses Turnstile (decision 015). */
  turnstile: boolean
  requestId: string
}
