import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icon'
import styles from './vignettes.module.css'

/** A declaration being filled in, with one item still missing. */
export function DeclarationVignette() {
  const { t } = useTranslation('home')
  const rows = [
    { name: t('flow.row.code'), filled: true },
    { name: t('flow.row.site'), filled: true },
    { name: t('sample.direct'), filled: true },
    { name: t('sample.precursor'), filled: false },
  ]
  return (
    <ul className={styles.form}>
      {rows.map(({ name, filled }) => (
        <li key={name} data-filled={filled}>
          <span>{name}</span>
          <span className={styles.value}>
            <Icon name={filled ? 'check' : 'alert'} size={16} />
            {t(filled ? 'sample.filled' : 'sample.empty')}
          </span>
        </li>
      ))}
    </ul>
  )
}
