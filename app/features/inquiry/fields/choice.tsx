import type { ComponentProps } from 'react'
import { SelectField } from '../../../ui/field'

/** A list of choices after an empty first entry. */
export function ChoiceField({
  placeholder,
  choices,
  ...select
}: Omit<ComponentProps<typeof SelectField>, 'children'> & {
  placeholder: string
  choices: { value: string; label: string }[]
}) {
  return (
    <SelectField {...select}>
      <option value="">{placeholder}</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
