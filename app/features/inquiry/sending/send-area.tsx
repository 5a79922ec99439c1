import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import { Button } from '../../../ui/button'
import { FieldError } from '../../../ui/field'
import type { InquiryFormState } from '../use-inquiry-form'
import type { Phase } from './phase'
import styles from './send-area.module.css'

/** The submit button. While the form is sent, its progress stands in the button's place. */
export function SendArea({ form }: { form: InquiryFormState }) {
  const { t } = useTranslation('inquiry')
  const { phase, sending, failure, onCancel } = form
  const error = failure?.field === null ? failure.text : undefined
  const place = useRef<HTMLDivElement>(null)
  const wasSending = useRef(false)
  useEffect(() => {
    // What had the focus is gone, unless a failing field has it now.
    const isLost = document.activeElement === document.body
    if (sending !== wasSending.current && isLost)
      place.current?.querySelector<HTMLElement>(sending ? '[tabindex]' : 'button')?.focus()
    wasSending.current = sending
  }, [sending])
  return (
    <div className={styles.area} ref={place}>
      {sending ? (
        <div className={styles.progress} tabIndex={-1}>
          <progress aria-label={t('sending')} max={1} value={phase.name === 'files' ? phase.sent : undefined} />
          <span aria-hidden="true">{t('sending')}</span>
        </div>
      ) : (
        <Button type="submit" aria-describedby={error ? 'submit-error' : undefined}>
          {t(phase.name === 'stopped' ? 'try-again' : 'submit')}
        </Button>
      )}
      {(phase.name === 'files' || phase.name === 'stopped') && (
        <Button look="outline" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
      {/* One text: a form that is reset replaces what is in it. */}
      <output className={sending ? undefined : 'visually-hidden'}>
        {sending ? progressText(phase, t) : form.said}
      </output>
      {error && <FieldError id="submit-error">{error}</FieldError>}
    </div>
  )
}

/** How far a sending is, in steps of a quarter. */
export function progressText(phase: Phase, t: TFunction<'inquiry'>): string {
  if (phase.name !== 'files') return t('sending-inquiry')
  if (phase.waiting) return t(phase.waiting === 'busy' ? 'waiting-busy' : 'trying-again')
  return t('sending-files', { percent: Math.floor(phase.sent * 4) * 25 })
}
