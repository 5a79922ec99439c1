import { ADMIN_STYLES } from 'virtual:admin-assets'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { BOARD_NAMES, BOARDS } from '../../../functions/contract/board'
import { brandIdOf, type Scope } from '../../../functions/contract/scope'
import { formatDateTime } from '../../i18n/format'
import { LANGUAGE_NAMES, LOCALES, type Locale } from '../../i18n/locale'
import { BOARD_TEXT_STYLES } from '../../ui/fonts/font-files'
import { adminAddress } from './board-addresses'
import { PageHeading } from '../../ui/page-heading'
import { MAIN_ID, SkipLink } from '../../ui/skip-link'
import { SIGN_OUT_PATH } from '../access/session'
import { actorName } from './actor-name'
import { brandName } from './brand-name'
import { languageAddress } from './language'

/** The entries of the menu, in order. A part of the admin adds its own here and its name to `menu` in both catalogues. */
const SECTIONS = [
  { name: 'overview', path: '/admin', text: 'menu.overview' },
  { name: 'inbox', path: '/admin/inquiries', text: 'menu.inbox' },
  { name: 'people', path: '/admin/people', text: 'menu.people' },
  { name: 'answers', path: '/admin/answers', text: 'menu.answers' },
  ...BOARD_NAMES.map(
    (board) => ({ name: BOARDS[board].section, path: adminAddress(board), text: `publishing:${board}.title` }) as const,
  ),
  { name: 'categories', path: '/admin/categories', text: 'menu.categories' },
  { name: 'downloads', path: '/admin/downloads', text: 'menu.downloads' },
  { name: 'maintenance', path: '/admin/maintenance', text: 'menu.maintenance' },
  { name: 'log', path: '/admin/log', text: 'menu.log' },
] as const
export type Section = (typeof SECTIONS)[number]['name']
/** What concerns the whole site, so that operators of one brand have no way there. */
const OF_THE_SITE: ReadonlySet<string> = new Set<Section>(['categories', 'maintenance'])

/** The document around every page of the admin: menu, language, who is signed in, heading. */
export function Frame({
  title,
  lang,
  told,
  lead,
  section,
  locale,
  actor,
  scope,
  site,
  address,
  form,
  upcoming,
  children,
}: {
  title: string
  lang?: string | undefined
  told?: string | undefined
  lead?: ReactNode
  section: Section | null
  locale: Locale
  actor: string
  scope: Scope
  /** Origin of the brand's pages; empty for the host of the admin itself. */
  site: string
  /** Path and query of the page. */
  address: string
  /** See `PageOptions`. */
  form?: string | undefined
  /** Start and end of a maintenance that begins within 72 hours (ISO 8601). */
  upcoming: { from: string; until: string } | null
  children: ReactNode
}) {
  const { t } = useTranslation(['admin', 'publishing'])
  const brandId = brandIdOf(scope)
  const sections = SECTIONS.filter(({ name }) => brandId === null || !OF_THE_SITE.has(name))
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{[told, title, t('name')].filter(Boolean).join(' | ')}</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href={BOARD_TEXT_STYLES} />
        <link rel="stylesheet" href={ADMIN_STYLES} />
      </head>
      <body>
        <SkipLink>{t('skip')}</SkipLink>
        {upcoming && (
          <p className="upcoming">
            {t('upcoming', {
              from: formatDateTime(upcoming.from, locale),
              until: formatDateTime(upcoming.until, locale),
            })}
          </p>
        )}
        <header className="bar">
          <div className="column">
            <div className="bar-line">
              <a className="bar-name" href="/admin">
                {brandId === null ? t('name') : brandName(brandId, locale)}
              </a>
              <div className="bar-tools">
                <span className="actor">{actorName(actor, locale)}</span>
                <a href={`${site}/`}>{t('site')}</a>
                {form === undefined ? (
                  <form method="post" action={languageAddress(address)} className="language">
                    {LOCALES.filter((other) => other !== locale).map((other) => (
                      <button key={other} type="submit" name="language" value={other} lang={other}>
                        {LANGUAGE_NAMES[other]}
                      </button>
                    ))}
                  </form>
                ) : (
                  <span className="language">
                    {/* Enter in a field presses the first button of its form. */}
                    <button type="submit" form={form} hidden />
                    {LOCALES.filter((other) => other !== locale).map((other) => (
                      <button
                        key={other}
                        type="submit"
                        form={form}
                        formNoValidate
                        name="action"
                        value={other}
                        lang={other}
                      >
                        {LANGUAGE_NAMES[other]}
                      </button>
                    ))}
                  </span>
                )}
                <form method="post" action={SIGN_OUT_PATH} className="language">
                  <button type="submit">{t('sign-out')}</button>
                </form>
              </div>
            </div>
            <nav aria-label={t('menu.label')}>
              <ul className="menu">
                {sections.map(({ name, path, text }) => (
                  <li key={name}>
                    <a href={path} aria-current={name === section ? 'page' : undefined}>
                      {t(text)}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        </header>
        <main id={MAIN_ID} tabIndex={-1} className="column content">
          <PageHeading lang={lang} lead={lead}>
            {title}
          </PageHeading>
          {children}
        </main>
      </body>
    </html>
  )
}
