import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BOARD_GROUPS } from '../../../functions/contract/board'
import { api } from '../../api/client'
import type { Locale } from '../../i18n/locale'
import { inLanguage } from '../../urls/in-language'
import styles from './answer-list.module.css'
import { answersTo, type Answer } from './answers'

/** Pause in typing after which the answers change. */
const PAUSE_MS = 300

let loading: ReturnType<typeof api.entries> | undefined
/** The FAQ, loaded once in this document. An answer is an aid only, so a failure is silent and tried again with the next words. */
function faq() {
  loading ??= api.entries(BOARD_GROUPS.faq)
  return loading.catch(() => {
    loading = undefined
    return []
  })
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
      const entries = await faq()
      // Once the visitor has gone on to another field, nothing moves it.
      const isTyping = root.current?.parentElement?.contains(document.activeElement)
      if (!ended && isTyping) setAnswers(answersTo(question, entries, locale))
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
