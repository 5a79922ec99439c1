import { useTranslation } from 'react-i18next'
import type { Attached } from './use-attachments'
import type { Phase } from './use-inquiry-form'

/** How far a sending is, said politely in steps of a quarter. */
export function SendingStatus({ phase, attached }: { phase: Phase; attached: Attached }) {
  const { t } = useTranslation('inquiry')
  const total = Object.values(attached)
    .flat()
    .reduce((sum, { size }) => sum + size, 0)
  const words = () => {
    if (phase.name === 'filling') return ''
    if (phase.name === 'inquiry' || total === 0) return t('sending-inquiry')
    const sent = Object.values(phase.sent).reduce((sum, bytes) => sum + bytes, 0)
    return t('sending-files', { percent: Math.min(100, Math.floor((sent / total) * 4) * 25) })
  }
  return <span role="status">{words()}</span>
}
