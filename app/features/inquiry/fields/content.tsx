import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import { CONTENT_MAX } from '../../../../functions/contract/form-fields'
import { TextAreaField } from '../../../ui/field'
import type { InquiryFormState } from '../use-inquiry-form'
import styles from './content.module.css'

/** Remaining characters that are announced, each once. */
const ANNOUNCED = [0, 10, 50, 100, 200]

/** What stands in the content of the page, as this script comes and later; undefined where it has none. */
const textOfPage = () => document.querySelector<HTMLTextAreaElement>('textarea[name=content]')?.value
const textAtFirst = import.meta.env.SSR ? undefined : textOfPage()

/** The content with its live counter, in UTF-16 units as `maxlength` counts (docs/contract.md#6). */
export function ContentField({ form: { field, say } }: { form: Pick<InquiryFormState, 'field' | 'say'> }) {
  const { t } = useTranslation('inquiry')
  const control = field('content')
  const [count, setCount] = useState(control.defaultValue?.length ?? 0)
  const area = useRef<HTMLTextAreaElement>(null)
  // React fills a text area that came with a text anew as it hydrates, maybe more than once, over what was typed since.
  const [typed] = useState(() => {
    if (import.meta.env.SSR || !control.defaultValue) return undefined
    const now = textOfPage()
    return now === control.defaultValue ? textAtFirst : now
  })
  useLayoutEffect(() => {
    if (!area.current) return
    if (typed !== undefined) area.current.value = typed
    setCount(area.current.value.length)
  }, [typed])
  const isOver = count > CONTENT_MAX
  const left = isOver ? undefined : ANNOUNCED.find((step) => CONTENT_MAX - count <= step)
  const announced = left === undefined ? '' : t('counter-left', { left })
  useEffect(() => say(announced), [announced, say])
  return (
    <TextAreaField
      {...control}
      ref={area}
      rows={8}
      onInput={({ currentTarget }) => setCount(currentTarget.value.length)}
      aside={
        <span data-counter="" className={isOver ? styles.over : undefined}>
          {t('counter', { count, max: CONTENT_MAX })}
        </span>
      }
    />
  )
}
