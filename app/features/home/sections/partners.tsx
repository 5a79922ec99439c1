import { useTranslation } from '../../../i18n/use-translation'
import type { PageBrand } from '../../../context/page-context'
import { Icon } from '../../../ui/icon'
import { headingId } from './section'
import styles from './partners.module.css'

/** The brand's partners with their external links. */
export function Partners({ partners }: { partners: PageBrand['partners'] }) {
  const { t } = useTranslation('home')
  return (
    <div className={styles.layout}>
      <div className={styles.head}>
        <h2 id={headingId('partners')}>{t('partners.title')}</h2>
        <p>{t('partners.lead')}</p>
      </div>
      <ul className={styles.row}>
        {partners.map(({ name, field, url }) => (
          <li key={url}>
            <a href={url} rel="noopener" className={styles.partner}>
              <b>
                {name}
                <Icon name="arrow-up-right" size={16} />
              </b>
              <span>{field}</span>
              <span className="visually-hidden">{t('partners.external')}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
