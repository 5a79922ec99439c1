import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { formatDate } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { LoadFailure } from '../../ui/load-failure'
import { Notice } from '../../ui/notice'
import { PageHeading } from '../../ui/page-heading'
import styles from './downloads.module.css'
import type { ItemsResult, SupportItem } from './items'
import { windowOf, type DownloadsSearch } from './shown-items'

/**
 * The grid of documents (docs/specification.md#2). 'More' is a link to the page with eight more items, and to the first new one.
 * Once hydrated, the page does not scroll, and the first new item gets the focus.
 */
export function Downloads({
  result,
  search,
  locale,
}: {
  result: ItemsResult
  search: DownloadsSearch
  locale: Locale
}) {
  const { t } = useTranslation(['downloads', 'error'])
  if ('items' in result) return <Grid items={result.items} search={search} locale={locale} />
  return (
    <>
      <PageHeading>{t('downloads:heading')}</PageHeading>
      <LoadFailure
        message={t('downloads:error-occurred', { message: t(`error:code.${result.failure}`) })}
        again={t('error:try-again')}
      />
    </>
  )
}

function Grid({ items, search, locale }: { items: readonly SupportItem[]; search: DownloadsSearch; locale: Locale }) {
  const { t } = useTranslation('downloads')
  const { shown, more } = windowOf(items, search)
  const firstNew = useRef<HTMLAnchorElement>(null)
  const before = useRef(shown.length)
  useEffect(() => {
    if (shown.length > before.current) firstNew.current?.focus()
    before.current = shown.length
  }, [shown.length])
  return (
    <>
      <PageHeading lead={t(items.length === 0 ? 'lead-empty' : 'lead')}>{t('heading')}</PageHeading>
      {shown.length === 0 ? (
        <>
          <Notice look="empty">{t('no-registration')}</Notice>
          <p className={styles.more}>
            <Link to="/support/request" className={buttonClass('primary')}>
              {t('ask')}
            </Link>
          </p>
        </>
      ) : (
        <ul className={styles.grid}>
          {shown.map((item, index) => (
            <li key={item.id} id={item.id} className={styles.item}>
              <p className={styles.category} lang={item.category.lang}>
                {item.category.text}
              </p>
              <h2 lang={item.title.lang}>{item.title.text}</h2>
              <p className={styles.date}>
                <span className="visually-hidden">{t('registration-date')} </span>
                <time dateTime={item.registered}>{formatDate(item.registered, locale)}</time>
              </p>
              <a
                ref={index === before.current ? firstNew : undefined}
                href={item.file}
                download
                className={buttonClass('outline', styles.download)}
                aria-label={t('download-of', { title: item.title.text })}
              >
                <Icon name="download" size={18} />
                {t('download')}
              </a>
            </li>
          ))}
        </ul>
      )}
      {more !== null && (
        <p className={styles.more}>
          <Link
            to="/support/data"
            search={{ count: more }}
            hash={windowOf(items, { count: more }).shown[shown.length]?.id}
            hashScrollIntoView={false}
            resetScroll={false}
            replace
            className={buttonClass('outline')}
          >
            {t('more')}
            <Icon name="chevron-down" size={18} />
          </Link>
          <span>{t('shown', { shown: shown.length, total: items.length })}</span>
        </p>
      )}
    </>
  )
}
