/** A text without addresses, however their letters are written: what is kept of a mail names no visitor. */
export const maskAddresses = (text: string, addresses: readonly string[]): string =>
  addresses
    .filter((address) => address !== '')
    .reduce((masked, address) => masked.replace(new RegExp(address.replace(/\W/g, '\\$&'), 'giu'), '…'), text)
