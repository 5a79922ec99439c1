import { useTranslation } from '../../i18n/use-translation'
import { Button } from '../../ui/button'
import { CloseButton } from '../../ui/close-button'
import { Icon } from '../../ui/icon'
import { CSRF_COOKIE } from '../../../functions/contract/csrf'
import { SETTINGS_ID } from './consent-script'
import styles from './consent-settings.module.css'

const HEADING_ID = 'cookie-settings-heading'
const ESSENTIAL = [
  ['theme', 'theme'],
  ['i18next', 'i18next'],
  [CSRF_COOKIE, 'xsrf-token'],
] as const
const FUNCTIONAL = [['timestamp', 'timestamp']] as const

/** The settings dialog (docs/specification.md#4). The banner's link opens it; consent-script.ts handles link and forms. Without scripts there is the page instead. */
export function ConsentSettings() {
  const { t } = useTranslation('consent')
  return (
    <dialog id={SETTINGS_ID} className={styles.dialog} aria-labelledby={HEADING_ID}>
      <form method="post" className={styles.bar}>
        <h2 id={HEADING_ID}>{t('settings-heading')}</h2>
        <CloseButton type="submit" name="consent" value="close" label={t('close')} />
      </form>
      <SettingsForm functional={false} />
    </dialog>
  )
}

/** @param functional whether functional cookies are allowed */
export function SettingsForm({ functional }: { functional: boolean }) {
  const { t } = useTranslation('consent')
  return (
    <form method="post" className={styles.form}>
      <p className={styles.text}>{t('settings-text')}</p>
      <div className={styles.kind}>
        <Kind name="essential" cookies={ESSENTIAL} state={t('always-allowed')} />
      </div>
      <div className={styles.kind}>
        <Kind name="functional" cookies={FUNCTIONAL} />
        <label className={styles.toggle}>
          <span className="visually-hidden">{t('allow-functional')}</span>
          <input type="checkbox" role="switch" name="functional" value="on" defaultChecked={functional} />
        </label>
      </div>
      <div className={styles.actions}>
        <Button type="submit" name="consent" value="save">
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

interface KindProps {
  name: 'essential' | 'functional'
  cookies: typeof ESSENTIAL | typeof FUNCTIONAL
  /** Said beside the name, where there is nothing to choose. */
  state?: string
}

/** One kind of cookies, expandable to its list. */
function Kind({ name, cookies, state }: KindProps) {
  const { t } = useTranslation('consent')
  return (
    <details className={styles.details}>
      <summary>
        <Icon name="chevron-down" size={18} />
        <span>{t(name)}</span>
        {state && <span className={styles.state}>{state}</span>}
      </summary>
      <p>{t(`${name}-text`)}</p>
      <dl>
        {cookies.map(([cookie, key]) => (
          <div key={cookie}>
            <dt>{cookie}</dt>
            <dd>{t(`cookie.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
