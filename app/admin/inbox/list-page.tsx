import { useTranslation } from '../../i18n/use-translation'
import { commands } from '../../../functions/commands/table'
import { inquiryFilters, type InquiryFilters } from '../../../functions/contract/inquiry-filters'
import { seoulDay } from '../../../functions/contract/seoul'
import { FOUND_MAX } from '../../../functions/database/inquiry-search'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { callOf } from '../command-call'
import { Arrivals } from '../frame/arrivals'
import { formatNumber } from '../frame/format'
import { adminPage, type PageContext } from '../frame/page'
import { ADMIN_PAGE_SIZE } from '../../../functions/contract/list-limits'
import { Pages } from '../frame/page-links'
import { textsIn } from '../frame/texts'
import { exportAddress, listAddress, TELEPHONE } from './address'
import { csvFile } from './csv-file'
import { InboxFilters, type ListProps, Tabs } from './list-filters'
import { InquiryTable } from './list-table'
import { Chosen, type Outcome, outcomeOf } from './several'

/** `GET /admin/inquiries`: the inbox (docs/contract.md#9). */
export async function listPage(c: PageContext): Promise<Response> {
  const filters = inquiryFilters.parse(c.req.query())
  const list = await commands.list.perform(callOf(c), { ...filters, size: ADMIN_PAGE_SIZE })
  const t = textsIn(c.var.locale, 'inbox')
  const outcome = outcomeOf(c.req.query())
  const told = outcome ? outcomeText(outcome, c.var.locale) : undefined
  return adminPage(
    c,
    { title: t('title'), told, section: 'inbox' },
    <InboxList
      list={list}
      filters={filters}
      locale={c.var.locale}
      remote={c.var.env.UPSTREAM_URL !== null}
      outcome={outcome}
    />,
  )
}

/** `GET /admin/inquiries.csv`: what the list shows, as a file. */
export const exportInquiries = (c: PageContext): Promise<Response> =>
  csvFile(callOf(c), c.var.locale, inquiryFilters.parse(c.req.query()))

function InboxList({ outcome, ...props }: ListProps & { outcome: Outcome | null }) {
  const { t } = useTranslation('inbox')
  const { list, filters, locale } = props
  const brands = [...new Set(list.counts.map(({ brand }) => brand))]
  const { page, more, late } = list
  const first = new Set(late.map(({ receipt }) => receipt))
  const rows = [...late, ...list.rows.filter(({ receipt }) => !first.has(receipt))]
  return (
    <div className="stack">
      {outcome && (
        <Notice
          look={outcome.command === 'none' ? 'danger' : outcome.refused + outcome.failed > 0 ? 'warning' : 'success'}
        >
          {outcomeText(outcome, locale)}
        </Notice>
      )}
      <Arrivals href={listAddress({})} />
      <p>
        <a className={buttonClass('outline')} href={TELEPHONE}>
          {t('telephone.title')}
        </a>
      </p>
      <Tabs {...props} />
      <InboxFilters filters={filters} brands={brands} locale={locale} />
      <Export filters={filters} />
      {list.found !== null && list.rows.length > 0 && (
        <p className="muted">
          {list.found > FOUND_MAX
            ? t('results-more', { n: formatNumber(FOUND_MAX, locale) })
            : t('results', { n: formatNumber(list.found, locale) })}
        </p>
      )}
      {rows.some(({ state }) => state === 'delivered') && <p className="muted">{t('delivered-hint')}</p>}
      {rows.length > 0 ? (
        <Chosen filters={filters} shownAt={list.shownAt}>
          <InquiryTable rows={rows} late={first} filters={filters} locale={locale} showBrand={brands.length > 1} />
        </Chosen>
      ) : (
        <Empty filters={filters} />
      )}
      <Pages
        newer={page > 1 ? listAddress({ ...filters, page: page - 1 }) : null}
        page={page}
        older={more ? listAddress({ ...filters, page: page + 1 }) : null}
      />
    </div>
  )
}

/** What became of the inquiries that were chosen. */
function outcomeText({ command, done, refused, failed }: Outcome, locale: Locale): string {
  const t = textsIn(locale, 'inbox')
  if (command === 'none') return t('several.none')
  return [
    t(`several.done.${command}`, { n: formatNumber(done, locale) }),
    refused > 0 && t('several.refused', { n: formatNumber(refused, locale) }),
    failed > 0 && t('several.failed', { n: formatNumber(failed, locale) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** What will be here, or why nothing is. */
function Empty({ filters: { state, ...others } }: { filters: InquiryFilters }) {
  const { t } = useTranslation('inbox')
  const { page, ...rest } = others
  const filtered = page > 1 || Object.values(rest).some(Boolean)
  return <p className="empty">{filtered ? t('nothing-found') : t(`empty.${state ?? 'all'}`)}</p>
}

/** The list as a file, and a month of it at once. */
function Export({ filters }: { filters: InquiryFilters }) {
  const { t } = useTranslation('inbox')
  const [thisMonth, lastMonth] = months()
  return (
    <details className="more">
      <summary>{t('export')}</summary>
      <p className="muted">{t('export-hint')}</p>
      <ul className="links">
        <li>
          <a href={exportAddress(filters)} download>
            {t('export-list')}
          </a>
        </li>
        <li>
          <a href={exportAddress({ ...filters, ...thisMonth })} download>
            {t('export-this-month')}
          </a>
        </li>
        <li>
          <a href={exportAddress({ ...filters, ...lastMonth })} download>
            {t('export-last-month')}
          </a>
        </li>
      </ul>
    </details>
  )
}

/** First and last day of this month and of the one before, in Seoul. */
function months(now = Date.now()): { from: string; to: string }[] {
  const [year = 0, month = 0] = seoulDay(now).split('-').map(Number)
  const day = (monthOf: number, dayOf: number) => new Date(Date.UTC(year, monthOf, dayOf)).toISOString().slice(0, 10)
  return [month - 1, month - 2].map((at) => ({ from: day(at, 1), to: day(at + 1, 0) }))
}
