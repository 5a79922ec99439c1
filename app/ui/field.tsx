import type { ComponentProps, ReactNode } from 'react'
import styles from './field.module.css'
import { Icon } from './icon'

interface FieldFrame {
  /** Id of the control; the ids of hint and error begin with it. */
  id: string
  label: string
  /** What is wrong with the value. */
  error?: string | undefined
  hint?: string | undefined
  /** Right after the label, such as a tip. */
  beside?: ReactNode
  /** At the end of the label's line, such as a counter. */
  aside?: ReactNode
}

/** The ARIA attributes that connect a control with its hint and its error. */
export function describedBy({ id, hint, error }: Pick<FieldFrame, 'id' | 'hint' | 'error'>) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined }
}

/** The message beside a failing field. It has no alert role: the toast has it. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error}>
      <Icon name="alert" size={18} />
      <span>{children}</span>
    </p>
  )
}

/** The mark of a required field; the control's own attribute tells assistive technology. */
export function RequiredMark() {
  return (
    <span className={styles.mark} aria-hidden="true">
      *
    </span>
  )
}

/** A control with its label above, hint and error below. */
function Field({
  id,
  label,
  error,
  hint,
  beside,
  aside,
  required,
  children,
}: FieldFrame & { required?: boolean | undefined; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={id}>{label}</label>
        {required && <RequiredMark />}
        {beside}
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {children}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** A one-line text field, 38 px high (docs/specification.md#9). */
export function TextField({
  label,
  error,
  hint,
  beside,
  aside,
  ...input
}: FieldFrame & Omit<ComponentProps<'input'>, 'id'>) {
  const frame = { id: input.id, label, error, hint, beside, aside, required: input.required }
  return (
    <Field {...frame}>
      <input className={styles.control} {...describedBy(frame)} {...input} />
    </Field>
  )
}

/** A text field of several lines. */
export function TextAreaField({
  label,
  error,
  hint,
  beside,
  aside,
  ...area
}: FieldFrame & Omit<ComponentProps<'textarea'>, 'id'>) {
  const frame = { id: area.id, label, error, hint, beside, aside, required: area.required }
  return (
    <Field {...frame}>
      <textarea className={`${styles.control} ${styles.area}`} {...describedBy(frame)} {...area} />
    </Field>
  )
}

/**
 * A native select.
 * @param over stands over it
 * @param onPress takes a press in its place, so that the list of the browser stays closed
 */
export function SelectField({
  label,
  error,
  hint,
  beside,
  aside,
  over,
  onPress,
  ...select
}: FieldFrame & Omit<ComponentProps<'select'>, 'id'> & { over?: ReactNode; onPress?: (() => void) | undefined }) {
  const frame = { id: select.id, label, error, hint, beside, aside, required: select.required }
  return (
    <Field {...frame}>
      <span className={onPress ? `${styles.choice} ${styles.pressed}` : styles.choice} onClick={onPress}>
        <select className={styles.control} {...describedBy(frame)} {...select} />
        <Icon name="chevron-down" size={18} />
        {over}
      </span>
    </Field>
  )
}
