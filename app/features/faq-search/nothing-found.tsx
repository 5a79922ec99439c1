import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icon'
import { buttonClass } from '../../ui/button'
import styles from './nothing-found.module.css'
import type { FaqSearch } from '../board/search'

/** An empty search: what to do next, instead of just nothing. */
export function NothingFound({ search: { category, q } }: { search: FaqSearch }) {
  const { t } = useTranslation('board')
  return (
    <div className={styles.nothing}>
      <Icon name="search" size={26} />
      <p className={styles.said}>{t('search-nothing', { query: q })}</p>
      <p>{t('search-advice')}</p>
      <p className={styles.ways}>
        {category !== undefined && (
          <Link to="/support/faq" search={{ q }} className={buttonClass('outline')} resetScroll={false}>
            {t('search-everywhere')}
          </Link>
        )}
        <Link to="/support/request" className={buttonClass('primary')}>
          {t('search-ask')}
        </Link>
      </p>
    </div>
  )
}
