import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BOARD_GROUPS } from '../../../functions/contract/board'
import { api } from '../../api/client'
import type { Locale } from '../../i18n/locale'
import { inLanguage } from '../../urls/in-language'
import styles from './answer-list.module.css'
import { answersTo, type Answer } from './suggested-answers'

/** Pause in typing after which the answers change. */
const PAUSE_MS = 300

const load = () => Promise.all([api.entries(BOARD_GROUPS.faq), import('./matcher')])
let loading: ReturnType<typeof load> | undefined

/** The FAQ, loaded once in this document. An answer is an aid only: a failure is silent, and the next words try again. */
async function findAnswers(question: string, locale: Locale): Promise<Answer[]> {
  try {
    loading ??= load()
    const [entries, { createMatcher }] = await loading
    return answersTo(question, entries, locale, createMatcher)
  } catch {
    loading = undefined
    return []
  }
}

/** Up to three entries of the FAQ that may answer a question, as links to new tabs; nothing where none fits. */
export function AnswerList({
  question,
  visitor,
}: {
  question: string
  visitor: { locale: Locale; localeInAddress: boolean }
}) {
  const { t } = useTranslation('inquiry')
  const [answers, setAnswers] = useState<Answer[]>([])
  const root = useRef<HTMLDivElement>(null)
  const { locale } = visitor
  useEffect(() => {
    let ended = false
    const timer = setTimeout(async () => {
      const found = await findAnswers(question, locale)
      // Once the visitor has gone on to another field, nothing moves it.
      const isTyping = root.current?.parentElement?.contains(document.activeElement)
      if (!ended && isTyping) setAnswers(found)
    }, PAUSE_MS)
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [question, locale])
  return (
    <div ref={root} className={styles.answers}>
      <p role="status" className={styles.heading}>
        {answers.length > 0 && t('answers', { found: answers.length })}
      </p>
      {answers.length > 0 && (
        <ul>
          {answers.map(({ id, subject }) => (
            <li key={id}>
              <a href={inLanguage(`/support/faq/${encodeURIComponent(id)}`, visitor)} target="_blank" rel="noopener">
                <span lang={subject.lang}>{subject.text}</span>{' '}
                <span className={styles.newTab}>({t('privacy-link-new')})</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
