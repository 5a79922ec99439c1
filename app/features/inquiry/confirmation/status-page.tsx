import { useTranslation } from '../../../i18n/use-translation'
import type { PageVisitor } from '../../../context/page-context'
import { formatDateTime, formatLongDate } from '../../../i18n/format'
import { inLanguage } from '../../../urls/in-language'
import { RECEIPT_MAX } from '../../../urls/known-parameters'
import { Button, buttonClass } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { PageHeading } from '../../../ui/page-heading'
import type { ReceiptState } from '../../../../functions/contract/inquiry-body'
import { PrintedBrand } from './printed-brand'
import { knownState, type ReceiptResult } from './receipt'
import styles from './status-page.module.css'

/** What an inquiry has gone through, by its receipt: nothing that the visitor has entered. Works and prints without scripts. */
export function StatusPage({
  receipt,
  result,
  visitor,
}: {
  receipt: string | undefined
  result: ReceiptResult
  visitor: Pick<PageVisitor, 'locale' | 'localeInAddress'> & { brand: Pick<PageVisitor['brand'], 'name'> }
}) {
  const { t } = useTranslation('receipt')
  const { locale, localeInAddress } = visitor
  const known = knownState(result)
  const destroyed = known?.state === 'destroyed'
  const time = (iso: string) => t('time', { time: formatDateTime(iso, locale) })
  const destruction = ({ destroyed_at, destroy_at }: ReceiptState) => {
    if (destroyed_at) return t('destroyed-at', { time: time(destroyed_at) })
    return destroy_at ? t('destroy-at', { date: formatLongDate(destroy_at, locale) }) : t('destroy-rule')
  }
  return (
    <div className={styles.page}>
      <PrintedBrand name={visitor.brand.name} />
      <PageHeading lead={t(known ? 'lead' : 'lead-form')}>{t('title')}</PageHeading>
      {receipt && result === null && <Notice look="danger">{t('none')}</Notice>}
      {receipt && result === 'unknown' && <Notice look="warning">{t('failed')}</Notice>}
      {known ? (
        <dl className={styles.steps}>
          <Step name={t('receipt')}>{receipt}</Step>
          <Step name={t('received')}>{time(known.accepted_at)}</Step>
          <Step name={t('kind')}>{t(`kinds.${known.kind}`)}</Step>
          {(known.delivered_at || !destroyed) && (
            <Step name={t('delivered')}>
              {known.delivered_at ? time(known.delivered_at) : t(`state-${known.state}`)}
            </Step>
          )}
          {known.answered_at && <Step name={t('answered')}>{time(known.answered_at)}</Step>}
          {/* It may have been destroyed without being processed. */}
          {(known.processed_at || !destroyed) && (
            <Step name={t('processed')}>{known.processed_at ? time(known.processed_at) : t('not-yet')}</Step>
          )}
          <Step name={t('destroyed')}>{destruction(known)}</Step>
        </dl>
      ) : (
        <form method="get" className={styles.form}>
          {localeInAddress && <input type="hidden" name="lng" value={locale} />}
          <TextField
            id="receipt"
            name="receipt"
            label={t('receipt')}
            defaultValue={receipt}
            required
            maxLength={RECEIPT_MAX}
            // Else the browser's Back puts in what was typed last, beside the answer of another receipt.
            autoComplete="off"
          />
          <Button type="submit">{t('show')}</Button>
        </form>
      )}
      <a href={inLanguage('/', visitor)} className={buttonClass('outline', styles.home)}>
        {t('go-to-main')}
      </a>
    </div>
  )
}

function Step({ name, children }: { name: string; children: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
