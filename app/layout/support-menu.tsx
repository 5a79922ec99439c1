import { Link } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { PageBrand } from '../context/page-context'
import { supportLinks } from './support-links'
import styles from './support-menu.module.css'

/** Closes what a link is in, which client-side navigation would leave open. */
function closeAround({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  currentTarget.closest('dialog')?.close()
}

/** The links of the support pages, in the header's menu and in the drawer. */
export function SupportMenu({ brand, ...props }: ComponentProps<'ul'> & { brand: PageBrand }) {
  const { t } = useTranslation(['layout', 'page'])
  return (
    <ul {...props}>
      {supportLinks(brand).map(({ to, text }) => (
        <li key={to}>
          <Link to={to} className={styles.item} onClick={closeAround}>
            {t(text)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
