import { cleaned } from '../contract/inquiry-body.ts'

const NAME_MAX = 200

/** A file name that is safe to store and show: without folders, control and bidi characters, normalised, shortened before the extension. */
export function fileName(sent: string): string {
  const name = cleaned(sent.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
  if (name.length <= NAME_MAX) return name || 'file'
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  return name.slice(0, NAME_MAX - extension.length).toWellFormed() + extension
}
