import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import styles from './combobox.module.css'
import fieldStyles from './field.module.css'

interface ComboboxProps {
  label: string
  placeholder: string
  /** The chosen value, empty for none. */
  value: string
  textOf: (value: string) => string
  /** Values that a text finds, the best first; all of them for an empty text. */
  find: (text: string) => readonly string[]
  /** Says how many were found. */
  foundText: (count: number) => string
  onChoose: (value: string) => void
  /** @param isLeft the focus is elsewhere already */
  onClose: (isLeft: boolean) => void
}

/**
 * A choice from a long list, found by typing: the editable combobox with a list of the ARIA Authoring Practices. It is there, with the focus,
 * while something is chosen, and covers the select that has the value. What is highlighted is chosen by Enter, Tab or a press; Escape leaves
 * the choice as it was.
 */
export function Combobox({ label, placeholder, value, textOf, find, foundText, onChoose, onClose }: ComboboxProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const isEnding = useRef(false)
  const [typed, setTyped] = useState('')
  /** What the arrow keys have reached. */
  const [reached, setReached] = useState<string | null>(value === '' ? null : value)
  const found = find(typed)
  const best = typed.trim() === '' ? null : (found[0] ?? null)
  const highlighted = reached !== null && found.includes(reached) ? reached : best
  const optionId = (one: string) => `${listId}-${one}`

  // Before the next paint, so that the key that has opened it is typed into it.
  useLayoutEffect(() => input.current?.focus(), [])
  useEffect(() => {
    list.current?.querySelector('[data-highlighted]')?.scrollIntoView({ block: 'nearest' })
  }, [highlighted])

  const end = (chosen: string | null, isLeft: boolean) => {
    if (isEnding.current) return
    isEnding.current = true
    if (chosen !== null && chosen !== value) onChoose(chosen)
    onClose(isLeft)
  }
  const type = (text: string) => {
    setTyped(text)
    setReached(null)
  }
  const move = (step: 1 | -1) => {
    const at = found.indexOf(highlighted ?? '')
    const next = at < 0 && step < 0 ? found.length - 1 : at + step
    setReached(found[(next + found.length) % Math.max(1, found.length)] ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') end(highlighted, false)
    else if (event.key === 'Escape') end(null, false)
    else return
    event.preventDefault()
  }

  return (
    <>
      <input
        ref={input}
        type="text"
        role="combobox"
        className={`${fieldStyles.control} ${styles.input}`}
        aria-label={label}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={highlighted === null ? undefined : optionId(highlighted)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={value === '' ? placeholder : textOf(value)}
        value={typed}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onBlur={() => end(highlighted, true)}
        onKeyDown={onKeyDown}
      />
      {/* Chromium would have Tab go to a list that scrolls. */}
      <ul ref={list} id={listId} role="listbox" aria-label={label} tabIndex={-1} className={styles.list}>
        {found.map((one) => (
          <li
            key={one}
            id={optionId(one)}
            role="option"
            aria-selected={one === value}
            data-highlighted={one === highlighted || undefined}
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => end(one, false)}
          >
            {textOf(one)}
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className={styles.none} aria-hidden="true">
          {foundText(0)}
        </p>
      )}
      <output className="visually-hidden">{typed.trim() !== '' && foundText(found.length)}</output>
    </>
  )
}
