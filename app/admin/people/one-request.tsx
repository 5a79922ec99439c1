import { seoulDay } from '../../../functions/contract/seoul'
import { useTranslation } from '../../i18n/use-translation'
import { brands } from '../../../functions/brand/hosts'
import { REQUEST_DAYS, REQUEST_KINDS } from '../../../functions/contract/person'
import type { NotedRequest } from '../../../functions/database/person-request'
import type { Locale } from '../../i18n/locale'
import { formatDay } from '../../i18n/format'
import { buttonClass } from '../../ui/button'
import { SelectField, TextField } from '../../ui/field'
import { brandName } from '../frame/brand-name'
import { Fact, Facts } from '../frame/facts'
import { Due, PEOPLE } from './requests'

/** What somebody has asked for, and the button once it is answered. */
export function OneRequest({ request, locale }: { request: NotedRequest; locale: Locale }) {
  const { t } = useTranslation(['people', 'inbox'])
  return (
    <section className="panel stack" aria-labelledby="request">
      <h2 id="request">{t('request')}</h2>
      <Facts>
        <Fact name={t('kind')}>{t(`kinds.${request.kind}`)}</Fact>
        <Fact name={t('inbox:brand')}>{brandName(request.brand_id, locale)}</Fact>
        <Fact name={t('asked')}>{formatDay(request.asked_on, locale)}</Fact>
        <Fact name={t('due-name')}>
          <Due request={request} locale={locale} />
        </Fact>
      </Facts>
      <p className="muted">{t('end-hint')}</p>
      <form method="post" action={PEOPLE} className="actions">
        <input type="hidden" name="id" value={request.id} />
        <button type="submit" name="action" value="end" className={buttonClass('outline')}>
          {t('end')}
        </button>
      </form>
    </section>
  )
}

/** Notes what somebody has asked for. */
export function NoteForm({
  typed,
  values,
  brandId,
  locale,
}: {
  /** The address that is looked at. */
  typed: string
  /** What was typed and not taken. */
  values: Record<string, string>
  /** Of an operator of one brand; null: all brands. */
  brandId: string | null
  locale: Locale
}) {
  const { t } = useTranslation(['people', 'inbox'])
  const today = seoulDay(Date.now())
  return (
    <form method="post" action={PEOPLE} className="panel form" aria-labelledby="note">
      <h2 id="note">{t('note')}</h2>
      <p className="muted">{t('note-hint', { n: REQUEST_DAYS })}</p>
      <TextField
        id="note-email"
        name="email"
        inputMode="email"
        required
        maxLength={254}
        label={t('email')}
        defaultValue={values.email ?? typed}
      />
      {brandId === null && (
        <SelectField id="brand" name="brand" label={t('inbox:brand')} defaultValue={values.brand ?? brands[0]?.id}>
          {brands.map(({ id }) => (
            <option key={id} value={id}>
              {brandName(id, locale)}
            </option>
          ))}
        </SelectField>
      )}
      <div className="fields">
        <SelectField id="kind" name="kind" label={t('kind')} defaultValue={values.kind ?? 'access'}>
          {REQUEST_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kinds.${kind}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          id="asked_on"
          name="asked_on"
          type="date"
          required
          max={today}
          label={t('asked')}
          defaultValue={values.asked_on ?? today}
        />
      </div>
      <div className="actions">
        <button type="submit" name="action" value="note" className={buttonClass('primary')}>
          {t('note-now')}
        </button>
      </div>
    </form>
  )
}
