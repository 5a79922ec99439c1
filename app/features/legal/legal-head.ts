import type { RouterContext } from '../../context/page-context'
import { formatDay } from '../../i18n/format'
import type { PageHeadInput } from '../../seo/page-head'
import type { LegalKind } from './document'
import type { LegalPageData } from './load-legal-page'

/** Head of the landing page. */
export function landingHead(kind: LegalKind, { i18n }: RouterContext): PageHeadInput {
  const title = i18n.t(`page:${kind}.title`)
  return {
    path: `/${kind}`,
    title,
    description: i18n.t(`legal:${kind}-description`),
    crumbs: [[title, `/${kind}`]],
  }
}

/** Head of one version. `/current` has the dated address as canonical. Without data the version does not exist. */
export function versionHead(
  kind: LegalKind,
  { i18n, visitor: { locale } }: RouterContext,
  data: LegalPageData | undefined,
): PageHeadInput {
  const title = i18n.t(`page:${kind}.title`)
  if (!data) return { path: `/${kind}`, title: i18n.t('error:title'), noindex: true }
  const { version, effective } = data.version
  const date = formatDay(effective, locale)
  const dated = i18n.t(`page:${kind}.dated-title`, { date })
  const path = `/${kind}/${version}`
  const { compared } = data
  return {
    path,
    title: compared ? `${i18n.t('legal:compare', { date: formatDay(compared.effective, locale) })} | ${title}` : dated,
    description: i18n.t(`legal:${kind}-dated-description`, { date }),
    crumbs: [
      [title, `/${kind}`],
      [dated, path],
    ],
  }
}
