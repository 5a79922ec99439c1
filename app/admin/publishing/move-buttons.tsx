import { useTranslation } from 'react-i18next'

/** The buttons that move a row one place up or down; `title` names the row for whoever does not see it. */
export function MoveButtons({ title }: { title: string }) {
  const { t } = useTranslation('publishing')
  return (
    <>
      <button type="submit" name="action" value="up">
        <span aria-hidden="true">↑</span>
        <span className="visually-hidden">{t('up-of', { title })}</span>
      </button>
      <button type="submit" name="action" value="down">
        <span aria-hidden="true">↓</span>
        <span className="visually-hidden">{t('down-of', { title })}</span>
      </button>
    </>
  )
}
