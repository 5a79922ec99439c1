/**
 * A number as the upstream gets it: the calling code, a hyphen, and the phone as typed. A calling code that was typed as well is not
 * written twice (docs/contract.md#6).
 * @param country a value of the country list: `+82`, or `+1:US` where countries share a code
 * @param typed without spaces around it
 */
export function withCallingCode(country: string, typed: string): string {
  const code = country.split(':')[0] ?? ''
  const digits = code.replaceAll(/\D/g, '')
  const typedCode = new RegExp(`^([(（]?)\\s*(?:[+＋]|00)\\s*${digits}(\\s*[)）])?[\\s.‐-―-]*(?=[^\\s)）])`)
  // A bracket that closes behind the area code stays open before it.
  const national = typed.replace(typedCode, (_, opened: string, closed?: string) => (closed ? '' : opened))
  return `${code}-${national}`
}
