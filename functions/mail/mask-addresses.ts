import { wireAddress } from '../contract/email-address.ts'

/** A text without addresses, however their letters are written, and in the form in which they were sent: what is kept of a mail names no visitor. */
export const maskAddresses = (text: string, addresses: readonly string[]): string =>
  addresses
    .flatMap((address) => [address, wireAddress(address)])
    .filter((address) => address !== '')
    .reduce(
      (masked, address) => masked.replace(new RegExp(address.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu'), '…'),
      text,
    )
