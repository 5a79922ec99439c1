import { useEffect, useEffectEvent, type RefObject } from 'react'

/**
 * Runs `begin` once, when the visitor first uses the form around an element: at once where that was before hydration. For what a form needs
 * only then.
 */
export function useFirstUse(element: RefObject<HTMLDivElement | HTMLSelectElement | null>, begin: () => void): void {
  const onFirstUse = useEffectEvent(begin)
  useEffect(() => {
    const form = element.current?.closest('form')
    if (form?.contains(document.activeElement)) return onFirstUse()
    const waiting = new AbortController()
    const use = () => {
      waiting.abort()
      onFirstUse()
    }
    for (const event of ['focusin', 'input', 'pointerdown'])
      form?.addEventListener(event, use, { passive: true, signal: waiting.signal })
    return () => waiting.abort()
  }, [element])
}
