import { useTranslation } from 'react-i18next'
import type { ShownList } from '../../../functions/commands/inquiries/reading'
import { commands } from '../../../functions/commands/table'
import { RECORD_STATES, type RecordState } from '../../../functions/contract/inquiry-deeds'
import { DELIVERED_STATES, inquiryFilters, type InquiryFilters } from '../../../functions/contract/inquiry-filters'
import type { ListRow } from '../../../functions/database/inquiry-search'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { SelectField, TextField } from '../../ui/field'
import { formatNumber } from '../frame/format'
import { callOf } from '../call'
import { adminPage, type PageContext } from '../frame/page'
import { adminTexts } from '../frame/texts'
import { Time } from '../frame/time'
import { exportAddress, inquiryAddress, listAddress } from './address'
import { csvFile } from './csv-file'

/** `GET /admin/inquiries`: the inbox (docs/contract.md#9). */
export async function listPage(c: PageContext): Promise<Response> {
  const filters = inquiryFilters.parse(c.req.query())
  const list = await commands.list.perform(callOf(c), filters)
  const t = adminTexts(c.var.locale).getFixedT(null, 'inbox')
  return adminPage(
    c,
    { title: t('title'), section: 'inbox' },
    <InboxList list={list} filters={filters} locale={c.var.locale} remote={c.var.env.UPSTREAM_URL !== null} />,
  )
}

/** `GET /admin/inquiries.csv`: what the list shows, as a file. */
export const exportInquiries = (c: PageContext): Promise<Response> =>
  csvFile(callOf(c), inquiryFilters.parse(c.req.query()))

interface ListProps {
  list: ShownList
  filters: InquiryFilters
  locale: Locale
  /** Whether another system keeps what is delivered. */
  remote: boolean
}

function InboxList({ list, filters, locale, remote }: ListProps) {
  const { t } = useTranslation('inbox')
  const brands = [...new Set(list.counts.map(({ brand }) => brand))]
  return (
    <div className="stack">
      <Tabs list={list} filters={filters} locale={locale} remote={remote} />
      <Filters filters={filters} brands={brands} />
      {list.rows.some(({ state }) => state === 'delivered') && <p className="muted">{t('delivered-hint')}</p>}
      {list.rows.length > 0 ? (
        <Table rows={list.rows} filters={filters} locale={locale} showBrand={brands.length > 1} />
      ) : (
        <Empty filters={filters} />
      )}
      <Pages list={list} filters={filters} />
      {list.rows.length > 0 && <Export filters={filters} />}
    </div>
  )
}

const ALWAYS_SHOWN = ['new', 'queued', 'undelivered', 'processed'] as const
const EXISTING_STATES = RECORD_STATES.filter((state) => state !== 'destroyed')

/**
 * One tab for each state; the counts are those of kind and brand. A search counts nothing, so the tabs then have no numbers. With the
 * embedded upstream the delivered ones are the new and the processed ones together, so that only a link from elsewhere leads to them.
 */
function Tabs({ list: { counts }, filters, locale, remote }: ListProps) {
  const { t } = useTranslation(['inbox', 'admin'])
  const matching = counts.filter(
    ({ kind, brand }) => (filters.kind ?? kind) === kind && (filters.brand ?? brand) === brand,
  )
  const count = (state?: RecordState) => {
    const states: readonly RecordState[] =
      state === undefined ? EXISTING_STATES : state === 'delivered' ? DELIVERED_STATES : [state]
    return matching.filter((row) => states.includes(row.state)).reduce((sum, { n }) => sum + n, 0)
  }
  const isShown = (state: RecordState) => state === filters.state || count(state) > 0
  const tabs = [
    undefined,
    ...ALWAYS_SHOWN,
    ...(['answered', 'destroyed'] as const).filter(isShown),
    ...(remote || filters.state === 'delivered' ? ['delivered' as const] : []),
  ]
  return (
    <nav aria-label={t('states')}>
      <ul className="tabs">
        {tabs.map((state) => (
          <li key={state ?? 'all'}>
            <a
              href={listAddress({ ...filters, state, page: 1 })}
              aria-current={filters.state === state ? 'page' : undefined}
            >
              {state === undefined ? t('all') : t(`admin:state.${state}`)}
              {!filters.q && <span className="count">{formatNumber(count(state), locale)}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Filters({ filters, brands }: { filters: InquiryFilters; brands: string[] }) {
  const { t } = useTranslation('inbox')
  return (
    <form method="get" action={listAddress({})} className="filters" role="search">
      {filters.state && <input type="hidden" name="state" value={filters.state} />}
      <TextField
        id="q"
        name="q"
        type="search"
        label={t('search')}
        hint={t('search-hint')}
        defaultValue={filters.q ?? ''}
        maxLength={100}
      />
      <SelectField id="kind" name="kind" label={t('kind')} defaultValue={filters.kind ?? ''}>
        <option value="">{t('any')}</option>
        <option value="sales">{t('kinds.sales')}</option>
        <option value="partnership">{t('kinds.partnership')}</option>
      </SelectField>
      {brands.length > 1 && (
        <SelectField id="brand" name="brand" label={t('brand')} defaultValue={filters.brand ?? ''}>
          <option value="">{t('any')}</option>
          {brands.map((brand) => (
            <option key={brand} value={brand}>
              {brand}
            </option>
          ))}
        </SelectField>
      )}
      <div className="filter-actions">
        <button type="submit" className={buttonClass('primary')}>
          {t('apply')}
        </button>
        {(filters.q || filters.kind || filters.brand) && (
          <a className={buttonClass('quiet')} href={listAddress({ state: filters.state })}>
            {t('clear')}
          </a>
        )}
      </div>
    </form>
  )
}

function Table({
  rows,
  filters,
  locale,
  showBrand,
}: {
  rows: ListRow[]
  filters: InquiryFilters
  locale: Locale
  showBrand: boolean
}) {
  const { t } = useTranslation(['inbox', 'admin'])
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('received')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('kind')}</th>
          {showBrand && <th scope="col">{t('brand')}</th>}
          <th scope="col">{t('subject')}</th>
          <th scope="col">{t('sender')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.receipt}>
            <td className="nowrap" data-label={t('received')}>
              <Time iso={row.accepted_at} locale={locale} />
            </td>
            <td data-label={t('state')}>
              <span className={`mark ${row.state}`}>{t(`admin:state.${row.state}`)}</span>
            </td>
            <td data-label={t('kind')}>{row.kind && t(`kinds.${row.kind}`)}</td>
            {showBrand && <td data-label={t('brand')}>{row.brand}</td>}
            <td className="subject">
              <a href={inquiryAddress(row.receipt, filters)}>{row.subject ?? row.receipt}</a>
            </td>
            <td data-label={t('sender')}>
              {row.company_name} <span className="muted">{row.user_name}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What will be here, or why nothing is. */
function Empty({ filters }: { filters: InquiryFilters }) {
  const { t } = useTranslation('inbox')
  const filtered = Boolean(filters.q || filters.kind || filters.brand || filters.page > 1)
  return <p className="empty">{filtered ? t('nothing-found') : t(`empty.${filters.state ?? 'all'}`)}</p>
}

function Pages({ list: { page, more }, filters }: { list: ShownList; filters: InquiryFilters }) {
  const { t } = useTranslation('inbox')
  if (page === 1 && !more) return null
  return (
    <nav className="pages" aria-label={t('pages')}>
      {page > 1 && <a href={listAddress({ ...filters, page: page - 1 })}>{t('newer')}</a>}
      <span className="muted">{t('page', { page })}</span>
      {more && <a href={listAddress({ ...filters, page: page + 1 })}>{t('older')}</a>}
    </nav>
  )
}

function Export({ filters }: { filters: InquiryFilters }) {
  const { t } = useTranslation('inbox')
  return (
    <p>
      <a href={exportAddress(filters)} download>
        {t('export')}
      </a>{' '}
      <span className="muted">{t('export-hint')}</span>
    </p>
  )
}
