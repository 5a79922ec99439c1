import { z } from 'zod'
import { ANSWER_CC_MAX, CC_FIELD_MAX } from '../../contract/conversation-limits.ts'
import { comparedAddress, isMailable, isSameAddress, normalAddress } from '../../contract/email-address.ts'
import { typedText } from '../../contract/typed-text.ts'
import { isOwnAddress } from '../../conversation/reply-state.ts'
import type { Env } from '../../env.ts'
import { InvalidBodyError } from '../../errors.ts'

const FAULTS = {
  address: (address: string) => `${address} is no e-mail address.`,
  own: (address: string) => `${address} is an address of this site.`,
  many: () => `An answer is copied to ${ANSWER_CC_MAX} addresses at most.`,
}
export type CcFault = keyof typeof FAULTS

/** An answer cannot be copied to what was typed. */
export class CcError extends InvalidBodyError {
  readonly fault: CcFault
  /** Which of the addresses; empty for all of them. */
  readonly address: string

  constructor(fault: CcFault, address = '') {
    super([{ field: 'cc', message: FAULTS[fault](address) }])
    this.fault = fault
    this.address = address
  }
}

/** Addresses as they were typed; no more of them than their field takes. */
export const ccField = z.array(typedText.pipe(z.string().max(CC_FIELD_MAX))).max(CC_FIELD_MAX / 2)

/** What was typed into one field: addresses with or without names, parted by commas, semicolons or ends of lines outside of quoted names. */
export const typedAddresses = (text: string): string[] =>
  (text.match(/(?:"[^"\n]*"|[^,;，；、\n])+/g) ?? []).map((part) => part.trim()).filter((part) => part !== '')

/** What looks like an address, with what else stands there without a space. */
const addressesIn = (text: string): string[] => text.match(/[^\s<>()]+@[^\s<>()]+/g) ?? []

/** Whether an address, as it is compared, stands in what was typed into one field, also where that is not finished. */
export function isTypedIn(text: string, address: string): boolean {
  const typed = text.normalize('NFKC')
  const literal = address.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  // Whatever stands around it, unless that makes it another address.
  const around = new RegExp(String.raw`(?<![\w.%+-])${literal}(?![\w-]|\.\w)`)
  return (
    around.test(typed.toLowerCase()) ||
    typedAddresses(typed)
      .flatMap(addressesIn)
      .some((one) => isSameAddress(one, address))
  )
}

/** Whether what was typed is one address to which a mail can be sent. */
export const isOneMailable = (text: string): boolean =>
  isMailable(normalAddress(text)) &&
  // A comma that was forgotten must not leave an address out.
  addressesIn(text.replace(/"[^"]*"/g, '')).every((address) => isSameAddress(address, text))

/**
 * The addresses that get a copy, in the form in which they are compared, each once. The address that the answer goes to is none of them.
 * @throws CcError
 */
export function checkedCc(
  env: Env,
  { brandId, recipient }: { brandId: string; recipient: string },
  typed: readonly string[],
): string[] {
  // One address that the platform does not take keeps the mail from everybody.
  for (const text of typed) if (!isOneMailable(text)) throw new CcError('address', text)
  const addresses = [...new Set(typed.map(comparedAddress))].filter((address) => !isSameAddress(address, recipient))
  const own = addresses.find((address) => isOwnAddress(env, brandId, address))
  if (own !== undefined) throw new CcError('own', own)
  if (addresses.length > ANSWER_CC_MAX) throw new CcError('many')
  return addresses
}
