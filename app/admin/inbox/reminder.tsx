import { useTranslation } from '../../i18n/use-translation'
import type { ShownInquiry } from '../../../functions/commands/inquiries/reading'
import { type InquiryFilters } from '../../../functions/contract/inquiry-filters'
import { isPossibleIn } from '../../../functions/contract/possible-commands'
import { seoulDay } from '../../../functions/contract/seoul'
import { formatDay } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { withPath } from '../frame/addresses'
import { inquiryAddress } from './address'
import { Part } from './part'

/** On which day somebody sees to it again; until then it does not wait. */
export function Reminder({
  shown: { inquiry, shownAt },
  filters,
  refusedDay,
  locale,
}: {
  shown: ShownInquiry
  filters: InquiryFilters
  locale: Locale
  /** The day that was typed and not taken; null: none was. */
  refusedDay: string | null
}) {
  const { t } = useTranslation('inbox')
  const { receipt, state, remindOn } = inquiry
  if (!isPossibleIn(state, 'remind')) return null
  const tomorrow = seoulDay(Date.now() + 86_400_000)
  const address = withPath(inquiryAddress(receipt, filters), '/reminder')
  const time = remindOn && formatDay(remindOn, locale)
  return (
    <Part id="reminder" title={t('reminder.title')}>
      <div className="stack">
        {time && <p>{t(remindOn >= tomorrow ? 'reminder.later' : 'reminder.due', { time })}</p>}
        <form method="post" action={address} className="beside">
          <input type="hidden" name="shownAt" value={shownAt} />
          <TextField
            id="on"
            name="on"
            type="date"
            required
            min={tomorrow}
            label={t('reminder.on')}
            defaultValue={refusedDay ?? remindOn ?? ''}
            error={refusedDay === null ? undefined : t('reminder.refused')}
          />
          <button type="submit" className={buttonClass('outline')}>
            {t('reminder.set')}
          </button>
        </form>
        {time && (
          <form method="post" action={address}>
            <input type="hidden" name="shownAt" value={shownAt} />
            <button type="submit" className={buttonClass('outline')}>
              {t('reminder.end')}
            </button>
          </form>
        )}
      </div>
    </Part>
  )
}
