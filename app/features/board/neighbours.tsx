import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { languageOfText } from '../../i18n/language-of-text'
import type { Locale } from '../../i18n/locale'
import type { Entry, Neighbour } from './entry'
import styles from './neighbours.module.css'

/** The notices above and below this one in the full list. */
export function Neighbours({ previous, next, locale }: Pick<Entry, 'previous' | 'next'> & { locale: Locale }) {
  const { t } = useTranslation('board')
  if (!previous && !next) return null
  const row = (word: string, neighbour: Neighbour) => (
    <Link to="/support/notice/$id" params={{ id: neighbour.board_uuid }} className={styles.row}>
      <span className={styles.word}>{word}</span>
      <span className={styles.subject} lang={languageOfText(neighbour.subject, locale)}>
        {neighbour.subject}
      </span>
    </Link>
  )
  return (
    <nav aria-label={t('neighbours')} className={styles.neighbours}>
      {previous && row(t('previous'), previous)}
      {next && row(t('next'), next)}
    </nav>
  )
}
