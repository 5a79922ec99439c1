import { Fragment } from 'react'
import type { Range } from './find'
import styles from './marked.module.css'

/** A text with the parts that a search has met marked. */
export function Marked({ text, met }: { text: string; met: Range[] }) {
  return (
    <>
      {met.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(met[index - 1]?.[1] ?? 0, from)}
          <mark className={styles.mark}>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(met.at(-1)?.[1] ?? 0)}
    </>
  )
}
