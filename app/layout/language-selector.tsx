import { useTranslation } from '../i18n/use-translation'
import { LANGUAGE_SELECT_ID } from '../i18n/language-script'
import { LANGUAGE_NAMES, LOCALES, type Locale } from '../i18n/locale'
import { buttonClass } from '../ui/button'
import styles from './language-selector.module.css'

/** The footer's language select: handled by i18n/language-script.ts, without scripts a form (request/preference-cookies.ts). */
export function LanguageSelector({ locale }: { locale: Locale }) {
  const { t } = useTranslation('layout')
  return (
    <form method="post" className={styles.form}>
      <label htmlFor={LANGUAGE_SELECT_ID} className="visually-hidden">
        {t('language')}
      </label>
      <select
        id={LANGUAGE_SELECT_ID}
        name="language"
        defaultValue={locale}
        autoComplete="off"
        className={styles.select}
      >
        {LOCALES.map((option) => (
          <option key={option} value={option} lang={option}>
            {LANGUAGE_NAMES[option]}
          </option>
        ))}
      </select>
      <button type="submit" className={buttonClass('outline', styles.apply)}>
        {t('language-apply')}
      </button>
    </form>
  )
}
