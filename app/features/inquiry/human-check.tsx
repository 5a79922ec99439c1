import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './human-check.module.css'
import type { TurnstileWidget } from './turnstile'

export interface HumanCheckHandle {
  /** Turnstile's token, waiting a while for it; null where none can be had. Never rejects. */
  token(): Promise<string | null>
  /** Makes a fresh token: each can be used once. */
  renew(): void
}

/**
 * Turnstile's place in a form, for brands that ask for it. It is kept free from the first byte, so that nothing moves; Cloudflare's script is
 * loaded when the form is first used. Without scripts it is not there, and the edge goes by other signs (decision 015).
 */
export function HumanCheck({ siteKey, check }: { siteKey: string; check: Ref<HumanCheckHandle> }) {
  const { t, i18n } = useTranslation('inquiry')
  const place = useRef<HTMLDivElement>(null)
  const widget = useRef<Promise<TurnstileWidget | null>>(null)
  const { language } = i18n

  const load = () => {
    const element = place.current
    if (!element) return null
    widget.current ??= import('./turnstile')
      .then(({ openTurnstile }) => openTurnstile(element, { siteKey, language }))
      .catch(() => null)
    return widget.current
  }
  useEffect(() => {
    const form = place.current?.closest('form')
    const once = { once: true, passive: true }
    const events = ['focusin', 'input', 'pointerdown'] as const
    for (const event of events) form?.addEventListener(event, load, once)
    // A visitor may have been quicker than the script.
    if (form?.contains(document.activeElement)) load()
    return () => {
      for (const event of events) form?.removeEventListener(event, load)
      void widget.current?.then((open) => open?.close())
      widget.current = null
    }
    // The form and its language stay the same for as long as the page does.
  }, [])
  useImperativeHandle(check, () => ({
    token: async () => (await load())?.token() ?? null,
    renew: () => void widget.current?.then((open) => open?.renew()),
  }))

  return (
    <div className={styles.check} role="group" aria-label={t('human-check')}>
      <div ref={place} className={styles.place} />
      <p>{t('human-check-note')}</p>
    </div>
  )
}
