import { useCallback, useEffect, useEffectEvent, useRef, useState, type FocusEvent } from 'react'
import { CloseButton } from './close-button'
import { Icon } from './icon'
import styles from './toast.module.css'

interface ToastMessage {
  id: number
  text: string
}

/** How long a toast is shown (docs/specification.md#8). */
const TOAST_MS = 2000

export function useToasts() {
  const [messages, setMessages] = useState<ToastMessage[]>([])
  const lastId = useRef(0)
  const shownAt = useRef(0)
  /** Shows these sentences in place of the present ones. */
  const show = useCallback((...texts: string[]) => {
    shownAt.current = Date.now()
    setMessages(texts.map((text) => ({ id: (lastId.current += 1), text })))
  }, [])
  const close = useCallback((id: number) => setMessages((present) => present.filter((toast) => toast.id !== id)), [])
  /** Resolves when the latest toast has been shown for its time. */
  const settled = useCallback(
    () => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, shownAt.current + TOAST_MS - Date.now()))),
    [],
  )
  return { messages, show, close, settled }
}

/** Alerts at the top right (docs/specification.md#8). Each closes by itself, but not while it is hovered or focused. */
export function Toasts({ toasts, closeLabel }: { toasts: ReturnType<typeof useToasts>; closeLabel: string }) {
  return (
    <div className={styles.stack}>
      {toasts.messages.map(({ id, text }) => (
        <Toast key={id} text={text} closeLabel={closeLabel} onClose={() => toasts.close(id)} />
      ))}
    </div>
  )
}

function Toast({ text, closeLabel, onClose }: { text: string; closeLabel: string; onClose: () => void }) {
  const [paused, setPaused] = useState(false)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => close(), TOAST_MS)
    return () => clearTimeout(timer)
  }, [paused])
  const focusedBefore = useRef<EventTarget>(null)
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    focusedBefore.current = relatedTarget
    setPaused(true)
  }
  const pause = () => setPaused(true)
  const resume = () => setPaused(false)
  // The focused button is removed with its toast, so the focus returns to where it was.
  const dismiss = () => {
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus()
    onClose()
  }
  // Not onPointerEnter: React does not call it for a toast that takes the place of another one below the pointer.
  return (
    <div className={styles.toast} onPointerOver={pause} onPointerLeave={resume} onFocus={onFocus} onBlur={resume}>
      <Icon name="alert" size={20} />
      <div role="alert" className={styles.text}>
        {text}
      </div>
      <CloseButton size="small" label={closeLabel} onClick={dismiss} />
    </div>
  )
}
