import { useTranslation } from '../../../i18n/use-translation'
import styles from './challenges.module.css'
import { TwoLineTitle } from './section'

/** With the page of each regulation on EUR-Lex, which lists its consolidated versions and changes. */
const RULES = [
  ['cbam', 'https://eur-lex.europa.eu/legal-content/EN/ALL/?uri=CELEX:32023R0956'],
  ['battery', 'https://eur-lex.europa.eu/legal-content/EN/ALL/?uri=CELEX:32023R1542'],
  ['espr', 'https://eur-lex.europa.eu/legal-content/EN/ALL/?uri=CELEX:32024R1781'],
  ['customer', null],
] as const

/** Background challenges: who asks for carbon data, and what a company must provide. */
export function Challenges() {
  const { t } = useTranslation('home')
  return (
    <div className={styles.layout}>
      <div className={styles.head}>
        <TwoLineTitle id="challenges" lines={[t('challenges.title-1'), t('challenges.title-2')]} />
        <p>{t('challenges.lead')}</p>
      </div>
      <div>
        <ol className={styles.rules}>
          {RULES.map(([rule, law]) => (
            <li key={rule} className={styles.entry}>
              <h3>
                {t(`challenges.${rule}.name`)}
                <small>{law ? <a href={law}>{t(`challenges.${rule}.full`)}</a> : t(`challenges.${rule}.full`)}</small>
              </h3>
              <div className={styles.about}>
                <p>{t(`challenges.${rule}.text`)}</p>
                <p className={styles.needs}>
                  <b>{t('challenges.needs')}</b> {t(`challenges.${rule}.needs`)}
                </p>
              </div>
            </li>
          ))}
        </ol>
        <p className={styles.note}>{t('challenges.note')}</p>
      </div>
    </div>
  )
}
