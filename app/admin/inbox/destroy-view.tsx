import { useTranslation } from '../../i18n/use-translation'
import type { ShownInquiry } from '../../../functions/commands/inquiries/reading'
import type { InquiryFilters } from '../../../functions/contract/inquiry-filters'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { inquiryAddress } from './address'

/** Asks once, and says what will be gone. */
export function DestroyView({ shown, filters }: { shown: ShownInquiry; filters: InquiryFilters }) {
  const { t } = useTranslation('inbox')
  const { inquiry, files, thread } = shown
  const count = (kind: string) => thread.filter((entry) => entry.kind === kind).length
  const [answers, replies, notes] = ['answer', 'reply', 'note'].map(count)
  const said = thread.flatMap((entry) => entry.files)
  return (
    <div className="panel stack">
      <p>{t('destroy.lead')}</p>
      <ul className="bullets">
        {inquiry.fields ? (
          <li>{t('destroy.contents', { subject: inquiry.fields.subject, name: inquiry.fields.user_name })}</li>
        ) : (
          <li>{t('destroy.remote')}</li>
        )}
        {thread.length > 1 && <li>{t('destroy.said', { answers, replies, notes })}</li>}
        {!files && <li>{t('destroy.files-unknown')}</li>}
        {[...(files ?? []), ...said].map(({ key, name }) => (
          <li key={key}>{t('destroy.file', { name })}</li>
        ))}
      </ul>
      {(inquiry.state === 'queued' || inquiry.state === 'undelivered') && (
        <Notice look="warning">{t('destroy.undelivered')}</Notice>
      )}
      <p>{t('destroy.copies')}</p>
      <p>{t('destroy.stays')}</p>
      <form method="post" action={inquiryAddress(inquiry.receipt, filters)} className="actions">
        <input type="hidden" name="shownAt" value={shown.shownAt} />
        <button type="submit" name="action" value="destroy" className="danger">
          {t('destroy.confirm')}
        </button>
        <a className={buttonClass('outline')} href={inquiryAddress(inquiry.receipt, filters)}>
          {t('destroy.cancel')}
        </a>
      </form>
    </div>
  )
}
