import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react'
import { searchText } from '../../urls/search-text'
import { prepareSearch } from './found'
import type { FaqSearch } from '../board/search'

/** Strokes closer together than this are one change of the address; browsers limit how often it may change. */
const STROKE_MS = 120

/**
 * Searching while a visitor types: the address follows the box, and the page the address. The box is the visitor's own:
 * nothing writes into it while it has the focus, or an input method that is composing a syllable would lose its place.
 */
export function useSearchBox({ category, q }: FaqSearch) {
  const navigate = useNavigate({ from: '/support/faq/' })
  const box = useRef<HTMLInputElement>(null)
  /** The search last asked for, and the one that the page shows. */
  const asked = useRef(q)
  const shown = useRef(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const ask = async (): Promise<void> => {
    clearTimeout(timer.current)
    const wanted = searchText(box.current?.value)
    if (wanted === asked.current) return
    asked.current = wanted
    // With all that it needs at hand the page changes at once, instead of giving way to the loading overlay.
    await prepareSearch()
    if (asked.current === wanted)
      await navigate({ to: '/support/faq', search: { category, q: wanted }, replace: true, resetScroll: false })
  }
  const latestAsk = useRef(ask)
  latestAsk.current = ask

  // What was typed before the scripts were awake.
  useEffect(() => {
    void latestAsk.current()
    return () => clearTimeout(timer.current)
  }, [])
  // The address has changed by a link or by going back. Where it follows the box, the box is ahead of it.
  useEffect(() => {
    if (shown.current === q) return
    shown.current = q
    if (!box.current || asked.current === q || document.activeElement === box.current) return
    asked.current = q
    box.current.value = q ?? ''
  }, [q])

  const clear = (): void => {
    if (!box.current) return
    box.current.value = ''
    box.current.focus()
    void ask()
  }
  return {
    box,
    onFocus: () => void prepareSearch(),
    onInput: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void latestAsk.current(), STROKE_MS)
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void ask()
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      // While a syllable is being composed, both keys belong to the input method.
      if (event.nativeEvent.isComposing) return void (event.key === 'Enter' && event.preventDefault())
      if (event.key !== 'Escape' || event.currentTarget.value === '') return
      event.preventDefault()
      clear()
    },
    onClear: (event: FormEvent) => {
      event.preventDefault()
      clear()
    },
  }
}
