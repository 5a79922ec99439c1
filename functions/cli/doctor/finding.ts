/** One thing that a live site needs. */
export interface Finding {
  /** Host or domain that it is about; null: the account. */
  about: string | null
  name: string
  ok: boolean
  /** What is right, or what to do next. */
  detail: string
}

/** A line for each finding. */
export const findingLines = (findings: readonly Finding[]): string[] =>
  findings.map(({ about, name, ok, detail }) => `${ok ? 'right' : 'WRONG'}  ${about ?? 'account'}  ${name}: ${detail}`)
