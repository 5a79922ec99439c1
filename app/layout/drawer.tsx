import { useTranslation } from '../i18n/use-translation'
import type { PageBrand } from '../context/page-context'
import { buttonClass } from '../ui/button'
import { CloseButton } from '../ui/close-button'
import { Icon } from '../ui/icon'
import { DRAWER_ID } from './drawer-script'
import styles from './drawer.module.css'
import { Logo } from './logo'
import { SupportMenu } from './support-menu'

const closeDrawer = (event: { currentTarget: Element }) => event.currentTarget.closest('dialog')?.close()

/** The full-width menu on phones (docs/specification.md#2): a modal dialog, which traps the focus and closes on Escape. */
export function Drawer({ brand }: { brand: PageBrand }) {
  const { t } = useTranslation('layout')
  return (
    <dialog id={DRAWER_ID} className={styles.drawer} aria-label={t('menu')}>
      <div className={styles.bar}>
        <Logo brand={brand} onClick={closeDrawer} />
        <CloseButton command="close" commandfor={DRAWER_ID} label={t('menu-close')} />
      </div>
      <nav aria-label={t('menu')} className={styles.navigation}>
        <details open>
          <summary>
            {t('support')}
            <Icon name="chevron-down" size={18} />
          </summary>
          <SupportMenu brand={brand} />
        </details>
        <a
          href={brand.portal.url}
          className={buttonClass('primary', styles.portal)}
          hidden={!brand.features.portalInHeader}
        >
          {t('portal')}
        </a>
      </nav>
    </dialog>
  )
}
