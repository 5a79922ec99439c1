import { useCallback, useRef, useState } from 'react'
import { TOAST_MS } from '../../../functions/contract/limits'
import type { ToastMessage } from '../../ui/toast'

/** The alerts on show, and how to wait until the last one has had its time. */
export function useToasts() {
  const [toasts, setToasts] = useState<ToastMessage[]>([])
  const count = useRef(0)
  const shownAt = useRef(0)
  /** Shows these sentences in the place of whatever is on show. */
  const alert = useCallback((...texts: string[]) => {
    shownAt.current = Date.now()
    setToasts(
      texts.map((text) => {
        count.current += 1
        return { id: count.current, text }
      }),
    )
  }, [])
  const close = useCallback((id: number) => setToasts((present) => present.filter((toast) => toast.id !== id)), [])
  const settled = useCallback(() => {
    const left = shownAt.current + TOAST_MS - Date.now()
    return new Promise<void>((resume) => setTimeout(resume, Math.max(0, left)))
  }, [])
  return { toasts, alert, close, settled }
}
