import { useTranslation } from '../i18n/use-translation'
import { Container } from '../ui/container'
import styles from './placeholder.module.css'

/** A page that shows only its title (docs/specification.md#2). */
export function Placeholder({ page }: { page: 'intro' | 'solutions' | 'pricing' | 'partners' }) {
  const { t } = useTranslation('page')
  return (
    <div className={styles.ground}>
      <Container>
        <h1 className={styles.word}>{t(`${page}.title`)}</h1>
      </Container>
    </div>
  )
}
