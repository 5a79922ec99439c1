import type { FileRule, FormMessage } from '../../../../functions/contract/form-fields'
import { FILE_EXTENSIONS } from '../../../../functions/contract/limits'
import { attachmentOf, type Attachment } from './attachments'

const ALLOWED: readonly string[] = FILE_EXTENSIONS

/** The files of a field after others were offered to it, and what to tell the visitor. */
export interface Admission {
  files: Attachment[]
  alerts: FormMessage[]
  /** Names that were ignored because the field already has a file of that name. */
  duplicates: string[]
}

const fits = ({ name, size }: File, { bytes }: FileRule) =>
  name.includes('.') && ALLOWED.includes(name.split('.').at(-1)?.toLowerCase() ?? '') && size > 0 && size <= bytes

/**
 * Adds offered files to a field (docs/specification.md#5). A field for several ignores duplicate names, drops wrong files and takes as
 * many as the rule allows; in a field for one a wrong file clears the selection.
 */
export function admit(present: readonly Attachment[], offered: readonly File[], rule: FileRule): Admission {
  if (rule.max === 1) {
    const [file] = offered
    if (!file) return { files: [...present], alerts: [], duplicates: [] }
    return fits(file, rule)
      ? { files: [attachmentOf(file)], alerts: [], duplicates: [] }
      : { files: [], alerts: ['format-size-alert'], duplicates: [] }
  }
  const files = [...present]
  const duplicates: string[] = []
  const alerts = new Set<FormMessage>()
  for (const file of offered) {
    if (files.some(({ name }) => name === file.name)) duplicates.push(file.name)
    else if (!fits(file, rule)) alerts.add('format-size-alert')
    else if (files.length >= rule.max) alerts.add('file-limit-alert')
    else files.push(attachmentOf(file))
  }
  return { files, alerts: [...alerts], duplicates }
}
