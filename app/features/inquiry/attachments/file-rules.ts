import { FILE_EXTENSIONS, hasExtension } from '../../../../functions/contract/attachments'
import type { FileFault, FileRule, RefusedFile } from '../../../../functions/contract/form-files'
import type { FormMessage } from '../../../../functions/contract/form-fields'

const ALLOWED: readonly string[] = FILE_EXTENSIONS

/** The files of a field after others were offered to it, and what to tell the visitor. */
interface Admission {
  files: File[]
  alerts: FormMessage[]
  /** The files that `format-size-alert` is about. */
  refused: RefusedFile[]
  /** Names that were ignored because the field already has a file of that name. */
  duplicates: string[]
}

/** Why a file cannot be attached, as far as the browser can tell: what is in it only the edge sees. */
export function faultOf({ name, size }: Pick<File, 'name' | 'size'>, { bytes }: FileRule): FileFault | null {
  // One without an extension is called by what is in it.
  if (hasExtension(name) && !ALLOWED.includes(name.split('.').at(-1)?.toLowerCase() ?? '')) return 'file-wrong-type'
  if (size === 0) return 'file-empty'
  return size > bytes ? 'file-too-large' : null
}

/**
 * Adds offered files to a field (docs/specification.md#5). A field for several ignores duplicate names, drops wrong files and takes as
 * many as the rule allows; in a field for one a wrong file clears the selection.
 */
export function admit(present: readonly File[], offered: readonly File[], rule: FileRule): Admission {
  if (rule.max === 1) {
    const [file] = offered
    if (!file) return { files: [...present], alerts: [], refused: [], duplicates: [] }
    const fault = faultOf(file, rule)
    return fault
      ? { files: [], alerts: ['format-size-alert'], refused: [{ name: file.name, fault }], duplicates: [] }
      : { files: [file], alerts: [], refused: [], duplicates: [] }
  }
  const files = [...present]
  const duplicates: string[] = []
  const alerts = new Set<FormMessage>()
  const refused: RefusedFile[] = []
  for (const file of offered) {
    const fault = faultOf(file, rule)
    if (files.some(({ name }) => name === file.name)) duplicates.push(file.name)
    else if (fault) {
      alerts.add('format-size-alert')
      refused.push({ name: file.name, fault })
    } else if (files.length >= rule.max) alerts.add('file-limit-alert')
    else files.push(file)
  }
  return { files, alerts: [...alerts], refused, duplicates }
}

/** A file size for display, rounded up. */
export function sizeInWords(bytes: number): { size: number; unit: 'KB' | 'MB' } {
  const kilobytes = Math.max(1, Math.ceil(bytes / 1024))
  return kilobytes < 1024
    ? { size: kilobytes, unit: 'KB' }
    : { size: Math.ceil((bytes / 1_048_576) * 10) / 10, unit: 'MB' }
}
