import type { FileRule, FormMessage } from '../../../functions/contract/form-fields'
import { FILE_EXTENSIONS } from '../../../functions/contract/limits'

const ALLOWED: readonly string[] = FILE_EXTENSIONS

/** For the `accept` attribute. */
export const ACCEPTED = FILE_EXTENSIONS.map((extension) => `.${extension}`).join(',')

/** What a field holds after files were offered to it, and what to tell the visitor. */
export interface Admission {
  files: File[]
  alerts: FormMessage[]
  /** Names ignored because a file of that name is there already. */
  duplicates: string[]
}

const fits = ({ name, size }: File, { bytes }: FileRule) =>
  name.includes('.') && ALLOWED.includes(name.split('.').at(-1)?.toLowerCase() ?? '') && size > 0 && size <= bytes

/**
 * Takes offered files into a field (spec 5, Limits). Several: duplicates by name are ignored, a wrong file is dropped,
 * the first five are kept. One: a wrong file clears the selection.
 */
export function admit(present: readonly File[], offered: readonly File[], rule: FileRule): Admission {
  if (rule.max === 1) {
    const [file] = offered
    if (!file) return { files: [...present], alerts: [], duplicates: [] }
    return fits(file, rule)
      ? { files: [file], alerts: [], duplicates: [] }
      : { files: [], alerts: ['format-size-alert'], duplicates: [] }
  }
  const files = [...present]
  const duplicates: string[] = []
  const alerts = new Set<FormMessage>()
  for (const file of offered) {
    if (files.some(({ name }) => name === file.name)) duplicates.push(file.name)
    else if (!fits(file, rule)) alerts.add('format-size-alert')
    else if (files.length >= rule.max) alerts.add('file-limit-alert')
    else files.push(file)
  }
  return { files, alerts: [...alerts], duplicates }
}

/** A size in words: number and unit, rounded so that it never looks smaller than it is. */
export function sizeInWords(bytes: number): { size: number; unit: 'KB' | 'MB' } {
  const kilobytes = Math.max(1, Math.ceil(bytes / 1024))
  return kilobytes < 1024
    ? { size: kilobytes, unit: 'KB' }
    : { size: Math.ceil((bytes / 1_048_576) * 10) / 10, unit: 'MB' }
}
