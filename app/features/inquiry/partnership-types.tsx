import { useTranslation } from 'react-i18next'
import { PARTNERSHIP_TYPES } from '../../../functions/contract/form-fields'
import styles from './partnership-types.module.css'

/** What each partnership type means: the words of the tooltip. */
export function PartnershipTypes() {
  const { t } = useTranslation('inquiry')
  return (
    <dl className={styles.types}>
      {PARTNERSHIP_TYPES.map((type) => (
        <div key={type}>
          <dt>{t(`recipient-type-${type}`)}</dt>
          <dd>{t(`recipient-type-tip-${type}`)}</dd>
        </div>
      ))}
    </dl>
  )
}
