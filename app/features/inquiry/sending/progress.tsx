import { useTranslation } from 'react-i18next'
import type { FileField } from '../../../../functions/contract/form-fields'
import type { SelectedFiles } from '../fields/use-files'

/** What the form is doing: bytes sent by field while files are uploaded, then the inquiry itself. */
export type Phase =
  | { name: 'filling' }
  | { name: 'files'; sent: Partial<Record<FileField, number>>; again: boolean }
  /** An upload made no progress; the visitor decides. */
  | { name: 'stalled' }
  | { name: 'inquiry' }

export const isSending = ({ name }: Phase): boolean => name === 'files' || name === 'inquiry'

/** How far a sending is, announced in steps of a quarter. */
export function SendingStatus({ phase, files }: { phase: Phase; files: SelectedFiles }) {
  const { t } = useTranslation('inquiry')
  const total = Object.values(files)
    .flat()
    .reduce((sum, { size }) => sum + size, 0)
  const text = () => {
    if (phase.name === 'filling' || phase.name === 'stalled') return ''
    if (phase.name === 'inquiry' || total === 0) return t('sending-inquiry')
    if (phase.again) return t('trying-again')
    const sent = Object.values(phase.sent).reduce((sum, bytes) => sum + bytes, 0)
    return t('sending-files', { percent: Math.min(100, Math.floor((sent / total) * 4) * 25) })
  }
  return <span role="status">{text()}</span>
}
