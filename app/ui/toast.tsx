import { useEffect, useEffectEvent, useRef, useState, type FocusEvent } from 'react'
import { Icon } from './icon'
import styles from './toast.module.css'

export interface ToastMessage {
  id: number
  text: string
}

/** Alerts at the top right (spec 8). Each closes by itself, but stays while it is hovered or focused. */
export function Toasts({
  toasts,
  ms,
  closeLabel,
  onClose,
}: {
  toasts: ToastMessage[]
  ms: number
  closeLabel: string
  onClose: (id: number) => void
}) {
  return (
    <div className={styles.stack}>
      {toasts.map(({ id, text }) => (
        <Toast key={id} text={text} ms={ms} closeLabel={closeLabel} onClose={() => onClose(id)} />
      ))}
    </div>
  )
}

function Toast({
  text,
  ms,
  closeLabel,
  onClose,
}: {
  text: string
  ms: number
  closeLabel: string
  onClose: () => void
}) {
  const [held, setHeld] = useState(false)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => close(), ms)
    return () => clearTimeout(timer)
  }, [held, ms])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  const cameFrom = useRef<EventTarget>(null)
  const enter = ({ relatedTarget }: FocusEvent) => {
    cameFrom.current = relatedTarget
    hold()
  }
  // The button that has the focus goes with its toast; the visitor goes on where they were.
  const dismiss = () => {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
    onClose()
  }
  return (
    <div className={styles.toast} onPointerEnter={hold} onPointerLeave={release} onFocus={enter} onBlur={release}>
      <Icon name="alert" size={20} />
      <div role="alert" className={styles.text}>
        {text}
      </div>
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={dismiss}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
