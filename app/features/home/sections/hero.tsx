import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/use-translation'
import type { PageBrand } from '../../../context/page-context'
import { buttonClass } from '../../../ui/button'
import { Container } from '../../../ui/container'
import { Icon } from '../../../ui/icon'
import { FlowFigure } from '../drawings/flow-figure'
import styles from './hero.module.css'
import { BrandedText } from './section'

/** Title, lead, the two calls to action and the client portal (docs/specification.md#1). */
export function Hero({ brand }: { brand: PageBrand }) {
  const { t } = useTranslation('home')
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      <Container className={styles.column}>
        <div className={styles.words}>
          <h1 id="hero-title" className={styles.title}>
            <span>{t('hero.title-1')}</span> <span>{t('hero.title-2')}</span>
          </h1>
          <div className={styles.below}>
            <p className={styles.lead}>
              <BrandedText name={brand.name}>{t('hero.lead', { brand: brand.name })}</BrandedText>
            </p>
            <div className={styles.actions}>
              <Link to="/support/request" className={buttonClass('inverse')}>
                {t('hero.request')}
              </Link>
              {brand.features.partnershipForm && (
                <Link to="/support/affiliate" className={buttonClass('inverseOutline')}>
                  {t('hero.affiliate')}
                </Link>
              )}
              <a href={brand.portal.url} className={styles.portal}>
                {t('hero.portal')}
                <Icon name="arrow-up-right" size={16} />
              </a>
            </div>
          </div>
        </div>
        <FlowFigure />
      </Container>
    </section>
  )
}
