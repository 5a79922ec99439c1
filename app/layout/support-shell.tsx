import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { Container } from '../ui/container'
import { StateLink } from '../ui/state-link'
import styles from './support-shell.module.css'
import type { PageBrand } from '../context/page-context'
import { supportLinks } from './support-links'

/** The support area: a tab bar of links (docs/specification.md#2) and the page below it. */
export function SupportShell({ brand, children }: { brand: PageBrand; children: ReactNode }) {
  const { t } = useTranslation(['layout', 'page'])
  // Of the page that is shown, not of the one that is loading.
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname })
  const tabs = useRef<HTMLElement>(null)
  // Without scripts the style sheet does it where the browser can.
  useEffect(() => {
    const [bar, tab] = [tabs.current, tabs.current?.querySelector<HTMLElement>('[aria-current]')]
    if (bar && tab) bar.scrollLeft = tab.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2
  }, [path])
  return (
    <>
      <div className={styles.band}>
        <Container>
          <p className={styles.title}>{t('support')}</p>
          <nav aria-label={t('support')} className={styles.tabs} ref={tabs}>
            <ul>
              {supportLinks(brand).map(({ to, text }) => (
                <li key={to}>
                  <StateLink
                    to={to}
                    className={styles.tab}
                    current={path === to || path.startsWith(`${to}/`) ? 'page' : undefined}
                  >
                    {t(text)}
                  </StateLink>
                </li>
              ))}
            </ul>
          </nav>
        </Container>
      </div>
      <Container className={styles.page}>{children}</Container>
    </>
  )
}
