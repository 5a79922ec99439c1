const DAY_SECONDS = 86_400

/**
 * An icon at one of the fixed addresses that browsers and systems ask for by themselves. The host decides whose it is, so
 * the address may be kept for a day, not for good as its asset.
 * @param asset where the brand's own stands
 * @returns null where no such asset was built
 */
export async function iconResponse(assets: Fetcher, asset: string, request: Request): Promise<Response | null> {
  const address = new URL(asset, request.url)
  // In development the pictures come from Vite's own server (app/brand/pictures/pictures-plugin.ts).
  if (import.meta.env.DEV) return Response.redirect(address.href, 302)
  const answer = await assets.fetch(new Request(address, request))
  if (answer.status === 404) return null
  const headers = new Headers(answer.headers)
  headers.set('cache-control', `public, max-age=${DAY_SECONDS}`)
  return new Response(answer.body, { status: answer.status, headers })
}
