import { Fragment } from 'react'
import styles from './branded-text.module.css'

/** A text that names the brand; the name never breaks, not even at its hyphen. */
export function BrandedText({ name, children }: { name: string; children: string }) {
  return children.split(name).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <span className={styles.name}>{name}</span>}
      {part}
    </Fragment>
  ))
}
