import { lazy, Suspense, type ComponentProps, type ComponentType } from 'react'
import type { AnswerList } from './answer-list'

/** Loaded with the first words of a question. Where it cannot be loaded, there are no answers. */
const LoadedAnswerList = lazy<ComponentType<ComponentProps<typeof AnswerList>>>(() =>
  import('./answer-list').then(
    ({ AnswerList }) => ({ default: AnswerList }),
    () => ({ default: () => null }),
  ),
)

const QUESTION_MIN = 3

/** What the FAQ says to a question that a visitor is typing. */
export function AnswersWhileTyping(props: ComponentProps<typeof AnswerList>) {
  if (props.question.trim().length < QUESTION_MIN) return null
  return (
    <Suspense>
      <LoadedAnswerList {...props} />
    </Suspense>
  )
}
