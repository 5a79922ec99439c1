import { useTranslation } from '../../i18n/use-translation'
import { isCounted, type ShownList } from '../../../functions/commands/inquiries/reading'
import { RECORD_STATES, type RecordState } from '../../../functions/contract/possible-commands'
import { DELIVERED_STATES, type InquiryFilters } from '../../../functions/contract/inquiry-filters'
import { languageIn, LOCALES, type Locale } from '../../i18n/locale'
import { SelectField, TextField } from '../../ui/field'
import { brandName } from '../frame/brand-name'
import { CheckField, Filters } from '../frame/filters'
import { formatNumber } from '../frame/format'
import { listAddress } from './address'

export interface ListProps {
  list: ShownList
  filters: InquiryFilters
  locale: Locale
  /** Whether another system keeps what is delivered. */
  remote: boolean
}

const ALWAYS_SHOWN = ['new', 'queued', 'undelivered', 'processed'] as const
const EXISTING_STATES = RECORD_STATES.filter((state) => state !== 'destroyed')

/**
 * One tab for each state; the counts are those of form and brand. Where other filters are on, nothing counts the tabs. With the embedded
 * upstream the delivered ones are the new and the processed ones together, so that only a link from elsewhere leads to them.
 */
export function Tabs({ list: { counts }, filters, locale, remote }: ListProps) {
  const { t } = useTranslation(['inbox', 'admin'])
  const matching = counts.filter(
    ({ kind, brand }) => (filters.kind ?? kind) === kind && (filters.brand ?? brand) === brand,
  )
  const later = matching.reduce((sum, row) => sum + row.later, 0)
  const count = (state?: RecordState) => {
    const states: readonly RecordState[] =
      state === undefined ? EXISTING_STATES : state === 'delivered' ? DELIVERED_STATES : [state]
    return matching
      .filter((row) => states.includes(row.state))
      .reduce((sum, row) => sum + row.n - (state === 'new' ? row.later : 0), 0)
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
              href={listAddress({ ...filters, state, reminder: undefined, page: 1 })}
              aria-current={filters.state === state && !filters.reminder ? 'page' : undefined}
            >
              {state === undefined ? t('all') : t(`admin:state.${state}`)}
              {isCounted(filters) && <span className="count">{formatNumber(count(state), locale)}</span>}
            </a>
          </li>
        ))}
        {(['later', 'due'] as const)
          // A link of the overview leads to those that are due.
          .filter((reminder) => filters.reminder === reminder || (reminder === 'later' && later > 0))
          .map((reminder) => (
            <li key={reminder}>
              <a
                href={listAddress({ ...filters, state: undefined, reminder, page: 1 })}
                aria-current={filters.reminder === reminder ? 'page' : undefined}
              >
                {t(`reminder.tab.${reminder}`)}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}

interface InboxFiltersProps {
  filters: InquiryFilters
  /** Ids of the brands that have inquiries. */
  brands: string[]
  locale: Locale
}

/** The search, and the filters beside the state. */
export function InboxFilters({ filters, brands, locale }: InboxFiltersProps) {
  const { t } = useTranslation(['inbox', 'admin'])
  const { state, q, reminder, page: _page, ...others } = filters
  return (
    <Filters
      action={listAddress({})}
      kept={{ state, reminder }}
      search={{ value: q ?? '', hint: t('search-hint') }}
      isOn={Object.values(others).some(Boolean)}
      clear={listAddress({ state, reminder })}
    >
      <SelectField id="kind" name="kind" label={t('kind')} defaultValue={filters.kind ?? ''}>
        <option value="">{t('any')}</option>
        <option value="sales">{t('kinds.sales')}</option>
        <option value="partnership">{t('kinds.partnership')}</option>
      </SelectField>
      {(brands.length > 1 || filters.brand) && (
        <SelectField id="brand" name="brand" label={t('brand')} defaultValue={filters.brand ?? ''}>
          <option value="">{t('any')}</option>
          {brands.map((brand) => (
            <option key={brand} value={brand}>
              {brandName(brand, locale)}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField id="language" name="language" label={t('language')} defaultValue={filters.language ?? ''}>
        <option value="">{t('any')}</option>
        {LOCALES.map((one) => (
          <option key={one} value={one}>
            {languageIn(one, locale)}
          </option>
        ))}
      </SelectField>
      <TextField id="from" name="from" type="date" label={t('from')} defaultValue={filters.from ?? ''} />
      <TextField id="to" name="to" type="date" label={t('to')} defaultValue={filters.to ?? ''} />
      <div className="checks-row">
        <CheckField name="files" label={t('with-files')} checked={filters.files === 'yes'} />
        <CheckField name="spam" label={t('with-signals')} checked={filters.spam === 'yes'} />
      </div>
    </Filters>
  )
}
