import type { TFunction } from 'i18next'
import { type FieldName, FIELDS } from '../../../functions/contract/inquiry-fields'

/** A choice in words; a value that is none, as it is. */
export function choiceText(name: FieldName, value: string, t: TFunction<'inbox'>): string {
  const field = FIELDS[name]
  const choice = 'choices' in field ? [...field.choices].find((one) => one === value) : undefined
  return choice ? t(`types.${choice}`) : value
}
