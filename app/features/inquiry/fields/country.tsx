import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../../i18n/use-translation'
import { SelectField } from '../../../ui/field'
import { useFirstUse } from '../use-first-use'
import type { FieldOf } from '../use-inquiry-form'
import type { CountrySearch } from './country-search'

/** Keys that open a native select; any letter or digit begins a search, too. */
const OPENING = ['Enter', ' ', 'F4']

/**
 * The country of the phone number: a native select. A combobox that finds an entry of the long list opens over it once its script is there,
 * which is loaded when the form is first used. The list comes with the page's namespaces, so it is there before hydration and before a draft
 * is restored.
 */
export function CountryField({ field, initial }: { field: FieldOf; initial: string | null }) {
  const { t, i18n } = useTranslation(['inquiry', 'countries'])
  const { defaultValue = initial ?? '', ...control } = field('country_code')
  const select = useRef<HTMLSelectElement>(null)
  const [Search, setSearch] = useState<typeof CountrySearch>()
  /** The choice as the combobox opens, null while it is closed. */
  const [open, setOpen] = useState<string | null>(null)
  const names: Record<string, string> = i18n.getResourceBundle(i18n.language, 'countries')
  const textOf = (value: string) => `${names[value]} (${value.split(':')[0]})`

  const load = () => {
    import('./country-search')
      .then(({ CountrySearch: loaded }) => {
        const take = () => setSearch(() => loaded)
        // Whoever has begun in the browser's list ends there: its letters are not in the search.
        if (select.current?.matches(':focus')) select.current.addEventListener('blur', take, { once: true })
        else take()
      })
      // Without it the select stays as it is. Vite loads the styles of a script outside of its first `then`.
      .catch(() => undefined)
  }
  useFirstUse(select, load)

  const begin = () => setOpen(select.current?.value ?? '')
  const onKeyDown = (event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'preventDefault'>) => {
    if (event.ctrlKey || event.metaKey) return
    const opens = OPENING.includes(event.key) || (event.altKey && event.key.startsWith('Arrow'))
    if (opens) event.preventDefault()
    else if (event.altKey || event.key.length > 1) return
    // At once: a letter goes into the field that has the focus when it arrives.
    flushSync(begin)
  }
  const choose = (value: string) => {
    if (!select.current) return
    select.current.value = value
    select.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const close = (isLeft: boolean) => {
    setOpen(null)
    if (!isLeft) select.current?.focus()
  }

  return (
    <SelectField
      {...control}
      ref={select}
      defaultValue={defaultValue}
      onPointerEnter={Search ? undefined : load}
      onKeyDown={Search && onKeyDown}
      onPress={Search && open === null && !control.inert ? begin : undefined}
      over={
        Search &&
        open !== null && (
          <Search label={control.label} value={open} names={names} textOf={textOf} onChoose={choose} onClose={close} />
        )
      }
    >
      <option value="">{t('country-code-placeholder')}</option>
      {Object.keys(names).map((value) => (
        <option key={value} value={value}>
          {textOf(value)}
        </option>
      ))}
    </SelectField>
  )
}
