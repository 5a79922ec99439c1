import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { Button, buttonClass } from '../../ui/button'
import styles from './consent-banner.module.css'
import { SETTINGS_LINK } from './consent-script'
import { ConsentSettings } from './consent-settings'

const HEADING_ID = 'consent-heading'

/**
 * The cookie banner and its settings, the first thing of every page after the skip link. The banner is there until the visitor has decided; the
 * settings come with it; later, and without scripts, they are a page of their own, /cookies.
 */
export function ConsentBanner({ decided }: { decided: boolean }) {
  const { t } = useTranslation('consent')
  const path = useLocation({ select: (location) => location.pathname })
  // After the X the banner stays for this page and is hidden on the next (docs/specification.md#4), also after client-side navigation.
  useEffect(() => {
    const { dataset } = document.documentElement
    return () => {
      if (dataset.consent === 'closed') dataset.consent = 'decided'
    }
  }, [path])
  return (
    <>
      {!decided && (
        <section className={styles.banner} aria-labelledby={HEADING_ID}>
          <div className={styles.inner}>
            <div className={styles.words}>
              <h2 id={HEADING_ID}>{t('heading')}</h2>
              <p>
                {t('text')}{' '}
                <Link to="/privacy-policy/$version" params={{ version: 'current' }}>
                  {t('more')}
                </Link>
              </p>
            </div>
            <form method="post" className={styles.actions}>
              <Link to="/cookies" className={buttonClass('outline')} {...{ [SETTINGS_LINK]: '' }}>
                {t('settings')}
              </Link>
              <Button type="submit" name="consent" value="reject">
                {t('reject')}
              </Button>
              <Button type="submit" name="consent" value="accept">
                {t('accept')}
              </Button>
            </form>
          </div>
        </section>
      )}
      {!decided && <ConsentSettings />}
    </>
  )
}

/** The footer's link to the settings, which can be changed at any time. */
export function CookiesLink() {
  const { t } = useTranslation('consent')
  return <Link to="/cookies">{t('settings-heading')}</Link>
}
