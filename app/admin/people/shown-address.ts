import { domainToUnicode } from 'node:url'

/** An address as people write it: the letters of its domain in place of their ASCII form (IDNA), by which addresses are kept and compared. */
export function shownAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + (domainToUnicode(address.slice(at)) || address.slice(at))
}
