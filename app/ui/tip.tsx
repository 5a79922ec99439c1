import { useRef, type FocusEvent, type PointerEvent, type ReactNode } from 'react'
import { Icon } from './icon'
import styles from './tip.module.css'

/** How long the pointer may be on its way from the button to the tip. */
const LEAVE_MS = 200

/**
 * An explanation beside a label. A click opens it, without JavaScript too; with it the pointer and the focus open it as well (WCAG 2.2, 1.4.13): it
 * stays while either is on button or tip, and the browser closes it at Escape. At most one on a page.
 */
export function Tip({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  const tip = useRef<HTMLDivElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const open = () => {
    clearTimeout(leaving.current)
    tip.current?.togglePopover(true)
  }
  const leave = ({ currentTarget }: FocusEvent | PointerEvent) => {
    clearTimeout(leaving.current)
    leaving.current = setTimeout(() => {
      if (!currentTarget.matches(':hover, :focus-within')) tip.current?.hidePopover()
    }, LEAVE_MS)
  }
  return (
    <div className={styles.place} onPointerEnter={open} onFocus={open} onPointerLeave={leave} onBlur={leave}>
      <button
        type="button"
        className={styles.button}
        popoverTarget={id}
        popoverTargetAction="show"
        aria-label={label}
        aria-describedby={id}
      >
        <Icon name="info" size={18} />
      </button>
      <div ref={tip} id={id} popover="auto" className={styles.tip}>
        {children}
      </div>
    </div>
  )
}
