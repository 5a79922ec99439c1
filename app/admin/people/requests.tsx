import { seoulDay } from '../../../functions/contract/seoul'
import { useTranslation } from '../../i18n/use-translation'
import type { PersonRequest } from '../../../functions/database/person-request'
import { formatDay } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { withQuery } from '../frame/addresses'
import { brandName } from '../frame/brand-name'

export const PEOPLE = '/admin/people'

const DAY_MS = 86_400_000
/** Days before a request is due in which it is urgent. */
const URGENT_DAYS = 3

/** How many days are left for a request; less than nothing where it is late. */
const daysLeft = ({ due_on }: Pick<PersonRequest, 'due_on'>, now: number): number =>
  Math.round((Date.parse(due_on) - Date.parse(seoulDay(now))) / DAY_MS)

export const isUrgent = (request: PersonRequest, now = Date.now()): boolean => daysLeft(request, now) <= URGENT_DAYS

/** When a request is due, in words. */
export function Due({ request, locale }: { request: PersonRequest; locale: Locale }) {
  const { t } = useTranslation('people')
  const days = daysLeft(request, Date.now())
  const left = days < 0 ? t('late', { n: -days }) : days === 0 ? t('today') : t('left', { n: days })
  return (
    <>
      {t('due', { date: formatDay(request.due_on, locale) })} <strong>{left}</strong>
    </>
  )
}

/** What people have asked for and nobody has answered, each a link to what is kept of them. */
export function Requests({ requests, locale }: { requests: readonly PersonRequest[]; locale: Locale }) {
  const { t } = useTranslation('people')
  return (
    <ul className="links">
      {requests.map((request) => (
        <li key={request.id}>
          <a href={withQuery(PEOPLE, { request: request.id })}>
            {t(`kinds.${request.kind}`)}, {brandName(request.brand_id, locale)}
          </a>{' '}
          <Due request={request} locale={locale} />
        </li>
      ))}
    </ul>
  )
}
