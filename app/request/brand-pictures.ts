import { PICTURES } from 'virtual:brand-pictures'
import type { Locale } from '../i18n/locale'

/** Path of a brand's sharing picture; it changes with its content. */
export function cardAddress(brandId: string, locale: Locale): string {
  return PICTURES[brandId]?.[`card-${locale}.png`] ?? ''
}

const DAY_SECONDS = 86_400

/**
 * Answers a request for the PNG icon at its fixed address. The icon depends on the host, so it is cached for a day, unlike its asset.
 * @returns null if the address is another one
 */
export async function iconResponse(
  assets: Fetcher,
  brandId: string,
  url: URL,
  request: Request,
): Promise<Response | null> {
  const asset = url.pathname === '/icon.png' && PICTURES[brandId]?.['icon.png']
  if (!asset) return null
  const address = new URL(asset, url)
  // In development Vite serves the pictures (app/build/brands.ts).
  if (import.meta.env.DEV) return Response.redirect(address.href, 302)
  const answer = await assets.fetch(new Request(address, request))
  if (answer.status === 404) return null
  const headers = new Headers(answer.headers)
  headers.set('cache-control', `public, max-age=${DAY_SECONDS}`)
  return new Response(answer.body, { status: answer.status, headers })
}
