import { useTranslation } from 'react-i18next'
import { LOCALE_COOKIE, LOCALE_QUERY, LOCALE_STORAGE, LOCALES, localeOfTag, type Locale } from '../i18n/locale'
import { buttonClass } from '../ui/button'
import styles from './language-selector.module.css'

const YEAR_SECONDS = 31_536_000

/** Keeps a choice in cookie and local storage (contract: Language) and loads the page anew in that language. */
function choose(locale: Locale) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
  localStorage.setItem(LOCALE_STORAGE, locale)
  const target = new URL(location.href)
  target.searchParams.delete(LOCALE_QUERY)
  location.assign(target)
}

/** The footer's language choice. Without a script it is a form whose answer sets the cookie. */
export function LanguageSelector({ locale }: { locale: Locale }) {
  const { t } = useTranslation('layout')
  return (
    <form method="post" className={styles.form}>
      <label htmlFor="language" className="visually-hidden">
        {t('language')}
      </label>
      <select
        id="language"
        name="language"
        defaultValue={locale}
        autoComplete="off"
        className={styles.select}
        onChange={(event) => {
          const chosen = localeOfTag(event.currentTarget.value)
          if (chosen) choose(chosen)
        }}
      >
        {LOCALES.map((option) => (
          <option key={option} value={option} lang={option}>
            {t(`language-name.${option}`)}
          </option>
        ))}
      </select>
      <button type="submit" className={buttonClass('outline', styles.apply)}>
        {t('language-apply')}
      </button>
    </form>
  )
}
