import { useTranslation } from 'react-i18next'
import type { FileField } from '../../../../functions/contract/form-fields'
import type { Attachment, SelectedFiles } from '../attachments/attachments'
import { progressOfFiles } from '../attachments/progress'
import type { Phase } from './phase'

/** How far a sending is, in steps of a quarter. */
export function ProgressText({ phase, files }: { phase: Phase; files: SelectedFiles }) {
  const { t } = useTranslation('inquiry')
  const total = sum(Object.values(files).flat(), ({ size }) => size)
  if (phase.name === 'filling' || phase.name === 'stalled') return null
  if (phase.name === 'inquiry' || total === 0) return t('sending-inquiry')
  if (phase.again) return t('trying-again')
  const sent = sum(Object.entries(files) as [FileField, readonly Attachment[]][], ([field, list]) => {
    const fractions = progressOfFiles(list, phase.sent[field] ?? 0)
    return sum(list, ({ size }, index) => size * (fractions[index] ?? 0))
  })
  return t('sending-files', { percent: Math.min(100, Math.floor((sent / total) * 4) * 25) })
}

const sum = <T,>(list: readonly T[], valueOf: (each: T, index: number) => number): number =>
  list.reduce((total, each, index) => total + valueOf(each, index), 0)
