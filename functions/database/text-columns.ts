import { fieldsOf } from '../contract/text-fields.ts'

/** The columns of an entry's texts, one for each language. */
export const SUBJECTS: readonly string[] = fieldsOf('subject*')
export const CONTENTS: readonly string[] = fieldsOf('contents*')
export const ENTRY_TEXTS = [...SUBJECTS, ...CONTENTS]

/** Columns, each made into an SQL expression, as a list. */
export const listOf = (
  columns: readonly string[],
  make: (column: string, index: number) => string = (column) => column,
): string => columns.map(make).join(', ')

/** The numbered parameters of columns. @param first number of the first one */
export const parametersOf = (columns: readonly string[], first: number): string =>
  listOf(columns, (_, index) => `?${first + index}`)
