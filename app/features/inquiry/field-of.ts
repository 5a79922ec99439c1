import type { FormKind, FormOutcome } from '../../../functions/contract/form-fields'

/** What every control of a form gets by its name: what was kept, what is wrong, and the focus where it failed. */
export type FieldOf = (name: string) => {
  id: string
  name: string
  error: string | undefined
  defaultValue: string | undefined
  autoFocus: boolean
}

/**
 * @param outcome how the form failed when it came without a script: its values are kept, the failing field has the
 * focus without a script
 */
export function fieldsOfForm(
  kind: FormKind,
  outcome: FormOutcome | null,
  errorOf: (name: string) => string | undefined,
): FieldOf {
  return (name) => ({
    id: `${kind}-${name}`,
    name,
    error: errorOf(name),
    defaultValue: outcome?.values[name],
    autoFocus: outcome?.field === name,
  })
}
