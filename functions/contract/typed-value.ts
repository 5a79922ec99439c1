import { normalAddress } from './email-address.ts'
import { INPUTS, type FormMessage, type InputName } from './form-fields.ts'
import { isVisible } from './visible-text.ts'

/** A value as it is checked and sent. A browser sends CRLF for a line end but counts one character; so does the limit. */
export function typedValue(name: InputName, value: unknown): string {
  if (typeof value !== 'string') return ''
  if (!('limit' in INPUTS[name])) return value
  if (!isVisible(value)) return ''
  if (INPUTS[name].value === 'mail') return normalAddress(value)
  return INPUTS[name].value === 'text' ? value.replace(/\r\n?/g, '\n').trim() : value.trim()
}

/**
 * The message for a value over the limit of its input; null for any other. Lengths are in UTF-16 units (docs/contract.md#6).
 * @param value from `typedValue`
 */
export function limitMessage(name: InputName, value: string): FormMessage | null {
  const input = INPUTS[name]
  return 'limit' in input && value.length > input.limit.max ? input.limit.alert : null
}
