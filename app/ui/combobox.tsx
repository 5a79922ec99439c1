import { useEffect, useId, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import styles from './combobox.module.css'
import { describedBy, type FieldFrame } from './field'
import fieldStyles from './field.module.css'

interface ComboboxProps extends Pick<FieldFrame, 'id' | 'label' | 'error'> {
  ref?: Ref<HTMLInputElement>
  required?: boolean | undefined
  placeholder: string
  /** The chosen value, empty for none. */
  value: string
  textOf: (value: string) => string
  /** Values that a text finds, the best first; all of them for an empty text. */
  find: (text: string) => readonly string[]
  onChoose: (value: string) => void
  /** Says how many were found. */
  foundText: (count: number) => string
}

/**
 * A choice from a long list, found by typing: the editable combobox with a list of the ARIA Authoring Practices. It stands over a native
 * select, which has the value. What is highlighted is chosen by Enter, Tab or a press; Escape leaves the choice as it was.
 */
export function Combobox({
  ref,
  id,
  label,
  error,
  required,
  placeholder,
  value,
  textOf,
  find,
  onChoose,
  foundText,
}: ComboboxProps) {
  const listId = useId()
  const list = useRef<HTMLUListElement>(null)
  /** Null while nothing is typed. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const found = isOpen ? find(typed ?? '') : []
  const optionId = (one: string) => `${listId}-${one}`

  useEffect(() => {
    list.current?.querySelector('[data-highlighted]')?.scrollIntoView({ block: 'nearest' })
  }, [highlighted, isOpen])

  const open = () => {
    setOpen(true)
    setHighlighted(value === '' ? null : value)
  }
  const close = () => {
    setOpen(false)
    setTyped(null)
  }
  const choose = (one: string) => {
    close()
    if (one !== value) onChoose(one)
  }
  /** Takes what is highlighted where something was typed; an emptied field is an empty choice. */
  const leave = () => {
    if (typed !== null && (typed.trim() === '' || highlighted !== null)) choose(highlighted ?? '')
    else close()
  }
  const type = (text: string) => {
    setTyped(text)
    setOpen(true)
    setHighlighted(text.trim() === '' ? null : (find(text)[0] ?? null))
  }
  const move = (step: 1 | -1) => {
    if (!isOpen) return open()
    const at = found.indexOf(highlighted ?? '')
    const next = at < 0 && step < 0 ? found.length - 1 : at + step
    setHighlighted(found[(next + found.length) % Math.max(1, found.length)] ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && isOpen && highlighted !== null) choose(highlighted)
    else if (event.key === 'Enter') open()
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }

  return (
    <>
      <input
        ref={ref}
        type="text"
        id={id}
        role="combobox"
        className={fieldStyles.control}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && highlighted !== null ? optionId(highlighted) : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required={required}
        placeholder={placeholder}
        value={typed ?? (value === '' ? '' : textOf(value))}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={() => (isOpen ? undefined : open())}
        onBlur={leave}
        onKeyDown={onKeyDown}
        {...describedBy({ id, error })}
      />
      {isOpen && (
        <ul ref={list} id={listId} role="listbox" aria-label={label} className={styles.list}>
          {found.map((one) => (
            <li
              key={one}
              id={optionId(one)}
              role="option"
              aria-selected={one === value}
              data-highlighted={one === highlighted || undefined}
              // The focus stays in the field.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
            >
              {textOf(one)}
            </li>
          ))}
          {found.length === 0 && <li role="presentation">{foundText(0)}</li>}
        </ul>
      )}
      <span role="status" className="visually-hidden">
        {isOpen && typed !== null && foundText(found.length)}
      </span>
    </>
  )
}
