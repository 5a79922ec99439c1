import { useTranslation } from '../../i18n/use-translation'

const DIRECTIONS = [
  { action: 'up', sign: '↑', text: 'up-of' },
  { action: 'down', sign: '↓', text: 'down-of' },
] as const

/**
 * The buttons that move a row one place up or down.
 * @param title names the row for whoever does not see it
 * @param pressed the one that was pressed last: it has the focus
 */
export function MoveButtons({ title, pressed }: { title: string; pressed?: string | undefined }) {
  const { t } = useTranslation('publishing')
  return DIRECTIONS.map(({ action, sign, text }) => (
    <button key={action} type="submit" name="action" value={action} autoFocus={action === pressed}>
      <span aria-hidden="true">{sign}</span>
      <span className="visually-hidden">{t(text, { title })}</span>
    </button>
  ))
}
