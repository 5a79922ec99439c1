const encoder = new TextEncoder()

/**
 * The token of a local link for operators of one brand: made from the token of the start, which it does not tell, so that nobody gets from
 * one brand to another or to all (decision 067). 43 characters of Base64, as in an address.
 */
export async function brandToken(token: string, brandId: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(token), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(`admin of ${brandId}`)))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
