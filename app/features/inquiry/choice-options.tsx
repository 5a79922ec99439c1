/** An empty first entry and the choices of a list. */
export function ChoiceOptions({
  placeholder,
  choices,
}: {
  placeholder: string
  choices: { value: string; label: string }[]
}) {
  return (
    <>
      <option value="">{placeholder}</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  )
}
