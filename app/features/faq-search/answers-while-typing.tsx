import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '../../ui/lazy-part'
import type { AnswerList } from './answer-list'

/** Loaded with the first words of a question. Where it cannot be loaded, there are no answers. */
const LoadedAnswerList = lazyPart(() => import('./answer-list').then((loaded) => loaded.AnswerList))

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
