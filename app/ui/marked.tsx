import { Fragment } from 'react'
import styles from './marked.module.css'

/** From and to, in characters of a text. */
export type Range = [from: number, to: number]

/** A text with some parts marked. `ranges` are in order and do not overlap. */
export function Marked({ text, ranges }: { text: string; ranges: Range[] }) {
  return (
    <>
      {ranges.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(ranges[index - 1]?.[1] ?? 0, from)}
          <mark className={styles.mark}>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  )
}
