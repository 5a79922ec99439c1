import type { ComponentProps } from 'react'
import { SelectField } from '../../../ui/field'

/** A required list of choices after an empty first entry. */
export function ChoiceField({
  placeholder,
  choices,
  ...select
}: Omit<ComponentProps<typeof SelectField>, 'children' | 'required'> & {
  placeholder: string
  choices: { value: string; label: string }[]
}) {
  return (
    <SelectField {...select} required>
      <option value="">{placeholder}</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
