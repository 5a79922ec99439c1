import { useTranslation } from '../../i18n/use-translation'

/** Says that a remote upstream keeps the boards, so that nothing can be written here. */
export function RemoteBoards() {
  const { t } = useTranslation('publishing')
  return <p className="empty">{t('remote')}</p>
}
