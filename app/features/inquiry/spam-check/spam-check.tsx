import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import { useFirstUse } from '../use-first-use'
import styles from './spam-check.module.css'
import type { TurnstileWidget } from './turnstile'

export interface SpamCheckHandle {
  /** Turnstile's token, after some seconds at most; null where none can be had. Never rejects. */
  token(): Promise<string | null>
  /** Starts a new challenge: each token can be used once. */
  renew(): void
}

/**
 * Turnstile's place in a form, for brands that use it. Its height is reserved, so that the layout does not shift; Cloudflare's script is
 * loaded when the form is first used. Without JavaScript it is hidden and the server uses other spam signals (decision 015).
 */
export function SpamCheck({ siteKey, handle }: { siteKey: string; handle: Ref<SpamCheckHandle> }) {
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
  useFirstUse(place, () => void load())
  useEffect(
    () => () => {
      void widget.current?.then((opened) => opened?.close())
      widget.current = null
    },
    [],
  )
  useImperativeHandle(handle, () => ({
    token: async () => (await load())?.token() ?? null,
    renew: () => void widget.current?.then((opened) => opened?.renew()),
  }))

  return (
    <div className={styles.check} role="group" aria-label={t('human-check')}>
      <div ref={place} className={styles.place} />
      <p>{t('human-check-note')}</p>
    </div>
  )
}
