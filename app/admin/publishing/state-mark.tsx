import { useTranslation } from '../../i18n/use-translation'
import { wasPublic } from '../../../functions/contract/board'
import type { EntryRow } from '../../../functions/database/board-entry'

/** The state of an entry. One whose schedule was canceled before visitors could read it was never withdrawn from them. */
export function StateMark({ entry }: { entry: EntryRow }) {
  const { t } = useTranslation('publishing')
  const { state } = entry
  const isCanceled = state === 'withdrawn' && !wasPublic(entry)
  return <span className={`mark ${state}`}>{t(isCanceled ? 'state.canceled' : `state.${state}`)}</span>
}
