import { useLocation } from '@tanstack/react-router'
import { useTranslation } from '../i18n/use-translation'
import type { PageBrand } from '../context/page-context'
import { buttonClass } from '../ui/button'
import { Icon } from '../ui/icon'
import { Drawer } from './drawer'
import { DRAWER_ID } from './drawer-script'
import styles from './header.module.css'
import { Logo } from './logo'
import { SupportMenu } from './support-menu'

const MENU_ID = 'support-menu'

type Tone = 'primary' | 'soft' | 'white'

const isUnder = (path: string, root: string) => path === root || path.startsWith(`${root}/`)

/** Background of the header (docs/specification.md#2). */
function headerTone(path: string): Tone {
  if (path === '/') return 'primary'
  return isUnder(path, '/support') ? 'soft' : 'white'
}

/** Background of the space below the fixed header (docs/specification.md#2). */
function fillerTone(path: string): Tone {
  if (isUnder(path, '/support')) return 'soft'
  return isUnder(path, '/privacy-policy') || isUnder(path, '/terms-of-service') ? 'white' : 'primary'
}

/** The fixed header and the space below it. Menu and drawer work without scripts. */
export function Header({ brand }: { brand: PageBrand }) {
  const { t } = useTranslation('layout')
  const path = useLocation({ select: (location) => location.pathname })
  return (
    <>
      <header className={styles.header} data-tone={headerTone(path)}>
        <div className={styles.bar}>
          <Logo brand={brand} />
          <nav aria-label={t('main-navigation')} className={styles.navigation}>
            <button type="button" className={styles.menuButton} popoverTarget={MENU_ID}>
              {t('support')}
              <Icon name="chevron-down" size={16} />
            </button>
            <SupportMenu brand={brand} id={MENU_ID} popover="auto" className={styles.menu} />
            <a
              href={brand.portal.url}
              className={buttonClass('primary', styles.portal)}
              hidden={!brand.features.portalInHeader}
            >
              {t('portal')}
            </a>
          </nav>
          <button
            type="button"
            className={styles.drawerButton}
            command="show-modal"
            commandfor={DRAWER_ID}
            aria-haspopup="dialog"
          >
            <Icon name="menu" size={24} />
            <span className="visually-hidden">{t('menu')}</span>
          </button>
        </div>
      </header>
      <div className={styles.filler} data-tone={fillerTone(path)} aria-hidden="true" />
      <Drawer brand={brand} />
    </>
  )
}
