import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react'
import type { FaqSearch } from '../../urls/list-search'
import { searchText } from '../../urls/search-text'
import { prepareSearch } from './search-faq'

/** Inputs closer together than this change the address once; browsers limit how often it may change. */
const DEBOUNCE_MS = 120

/**
 * Searches while a visitor types: the address follows the box, and the page follows the address. Nothing writes into the box while it
 * has the focus, because that would interrupt an input method in the middle of a syllable.
 */
export function useSearchBox({ category, q }: FaqSearch) {
  const navigate = useNavigate({ from: '/support/faq/' })
  const box = useRef<HTMLInputElement>(null)
  /** The search requested last, and the one that the page shows. */
  const requested = useRef(q)
  const shown = useRef(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const search = async (): Promise<void> => {
    clearTimeout(timer.current)
    const text = searchText(box.current?.value)
    if (text === requested.current) return
    requested.current = text
    // With everything loaded the page changes at once, without the loading overlay.
    await prepareSearch()
    if (requested.current === text)
      await navigate({ to: '/support/faq', search: { category, q: text }, replace: true, resetScroll: false })
  }
  const latestSearch = useRef(search)
  latestSearch.current = search

  // Searches for text typed before hydration.
  useEffect(() => {
    void latestSearch.current()
    return () => clearTimeout(timer.current)
  }, [])
  // A link or the browser's history has changed the address. A focused box is ahead of the address and stays as it is.
  useEffect(() => {
    if (shown.current === q) return
    shown.current = q
    if (!box.current || requested.current === q || document.activeElement === box.current) return
    requested.current = q
    box.current.value = q ?? ''
  }, [q])

  const clear = (): void => {
    if (!box.current) return
    box.current.value = ''
    box.current.focus()
    void search()
  }
  return {
    box,
    onFocus: () => void prepareSearch(),
    onInput: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void latestSearch.current(), DEBOUNCE_MS)
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void search()
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
