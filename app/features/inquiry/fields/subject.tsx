import { useState, type InputEvent, type ReactNode } from 'react'
import { TextField } from '../../../ui/field'
import type { FieldOf } from '../use-inquiry-form'

/** Shows what may answer a question while it is typed. */
export type AnswersTo = (question: string) => ReactNode

/** @param answersTo shown below the field; nothing before the visitor types */
export function SubjectField({ field, answersTo }: { field: FieldOf; answersTo?: AnswersTo | undefined }) {
  const [typed, setTyped] = useState('')
  const onInput = ({ target }: InputEvent<HTMLDivElement>) => {
    // A draft that is restored is not typed.
    if (target instanceof HTMLInputElement && target === document.activeElement) setTyped(target.value)
  }
  return (
    <div onInput={onInput}>
      <TextField {...field('subject')} />
      {answersTo?.(typed)}
    </div>
  )
}
