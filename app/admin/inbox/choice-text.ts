import {
  INQUIRY_TYPES,
  PARTNERSHIP_TYPES,
  type FieldName,
  type InputName,
} from '../../../functions/contract/form-fields'
import type { Locale } from '../../i18n/locale'
import { textsIn } from '../frame/texts'

/** A choice in the words of the form; a value that is none, as it is. */
export function choiceText(name: FieldName | InputName, value: string, locale: Locale): string {
  const t = textsIn(locale, 'inquiry')
  const inquiry = name === 'inquiry_type' && INQUIRY_TYPES.find((one) => one === value)
  if (inquiry) return t(`inquiry-type-${inquiry}`)
  const partnership = name === 'recipient_type' && PARTNERSHIP_TYPES.find((one) => one === value)
  return partnership ? t(`recipient-type-${partnership}`) : value
}
