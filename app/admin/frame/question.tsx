import type { ReactNode } from 'react'

interface QuestionProps {
  /** The command, as a button names it. */
  name: string
  /** What will happen. */
  text: string
  /** The button that does it, and what has to be chosen before. */
  children: ReactNode
}

/** A command that cannot be undone: its button appears, with what it does, once it is asked for. Works without scripts. */
export function Question({ name, text, children }: QuestionProps) {
  return (
    <details className="question">
      <summary>{name}</summary>
      <p>{text}</p>
      <div className="row-actions">{children}</div>
    </details>
  )
}
