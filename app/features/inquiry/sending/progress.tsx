import { useTranslation } from 'react-i18next'
import type { FileField } from '../../../../functions/contract/form-fields'
import { progressOfFiles, type Attachment, type SelectedFiles } from '../attachments/attachments'

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
  const total = sum(Object.values(files).flat(), ({ size }) => size)
  const text = () => {
    if (phase.name === 'filling' || phase.name === 'stalled') return ''
    if (phase.name === 'inquiry' || total === 0) return t('sending-inquiry')
    if (phase.again) return t('trying-again')
    const sent = sum(Object.entries(files) as [FileField, readonly Attachment[]][], ([field, list]) => {
      const fractions = progressOfFiles(list, phase.sent[field] ?? 0)
      return sum(list, ({ size }, index) => size * (fractions[index] ?? 0))
    })
    return t('sending-files', { percent: Math.min(100, Math.floor((sent / total) * 4) * 25) })
  }
  return <span role="status">{text()}</span>
}

const sum = <T,>(list: readonly T[], valueOf: (each: T, index: number) => number): number =>
  list.reduce((total, each, index) => total + valueOf(each, index), 0)
