import { useTranslation } from '../../i18n/use-translation'
import type { ShownPerson } from '../../../functions/commands/inquiries/person'
import { PERSON_DESTROYED_MAX } from '../../../functions/contract/person'
import type { NotedRequest } from '../../../functions/database/person-request'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { withQuery } from '../frame/addresses'
import { formatNumber } from '../frame/format'
import { inquiryAddress } from '../inbox/address'
import { InquiryTable } from '../inbox/list-table'
import { wordIn } from '../inbox/several'
import { PEOPLE } from './requests'
import { shownAddress } from './shown-address'

/** Everything that is kept of an address, as a list and as an archive; the destruction asks for the word. */
export function Kept({
  person: { email: compared, shownAt, inquiries, kept, elsewhere },
  request,
  isWrong,
  locale,
}: {
  person: ShownPerson
  request: NotedRequest | null
  isWrong: boolean
  locale: Locale
}) {
  const { t } = useTranslation(['people', 'inbox'])
  const n = (count: number) => formatNumber(count, locale)
  const word = wordIn(locale)
  const email = shownAddress(compared)
  const isNothing = inquiries.length === 0 && elsewhere.messages === 0
  return (
    <section className="stack" aria-labelledby="kept">
      <h2 id="kept">{t('kept', { email })}</h2>
      {isNothing && <p className="empty">{t('nothing')}</p>}
      {inquiries.length > 0 && (
        <>
          <p>
            {t('counts', {
              inquiries: n(inquiries.length),
              messages: n(kept.messages),
              files: n(kept.files),
              mails: n(kept.mails),
            })}
          </p>
          <InquiryTable rows={inquiries} filters={{ page: 1 }} locale={locale} showBrand choose={false} />
        </>
      )}
      {elsewhere.messages > 0 && (
        <div className="panel">
          <p>{t('elsewhere', { n: n(elsewhere.messages) })}</p>
          <ul className="links">
            {elsewhere.receipts.map((receipt) => (
              <li key={receipt}>
                <a href={inquiryAddress(receipt, {})}>{receipt}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {!isNothing && (
        <>
          <p>
            <a className={buttonClass('outline')} href={withQuery(`${PEOPLE}.tar`, { email })} download>
              {t('export')}
            </a>{' '}
            <span className="muted">{t('export-hint')}</span>
          </p>
          <details className="question" open={isWrong}>
            <summary>{t('destroy')}</summary>
            <div className="stack">
              <p>
                {t('inbox:several.destroy-lead')} {t('inbox:destroy.copies')}
              </p>
              <p>{t('inbox:destroy.stays')}</p>
              {inquiries.length > PERSON_DESTROYED_MAX && <p>{t('at-once', { n: n(PERSON_DESTROYED_MAX) })}</p>}
              <form method="post" action={PEOPLE} className="form">
                <input type="hidden" name="email" value={email} />
                <input type="hidden" name="request" value={request?.id ?? ''} />
                <input type="hidden" name="shownAt" value={shownAt} />
                {inquiries.slice(0, PERSON_DESTROYED_MAX).map(({ receipt }) => (
                  <input key={receipt} type="hidden" name="receipt" value={receipt} />
                ))}
                <TextField
                  id="word"
                  name="word"
                  autoComplete="off"
                  required
                  label={t('inbox:several.word', { word })}
                  error={isWrong ? t('inbox:several.wrong-word', { word }) : undefined}
                />
                <div className="actions">
                  <button type="submit" name="action" value="destroy" className="danger">
                    {t('destroy-now')}
                  </button>
                </div>
              </form>
            </div>
          </details>
        </>
      )}
    </section>
  )
}
