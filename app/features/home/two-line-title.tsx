import { headingId, type BandId } from './band'
import styles from './two-line-title.module.css'

/** A section's heading whose two parts each begin a line, so that no language breaks it in the middle of a thought. */
export function TwoLineTitle({ id, lines }: { id: BandId; lines: [string, string] }) {
  return (
    <h2 id={headingId(id)} className={styles.title}>
      <span>{lines[0]}</span> <span>{lines[1]}</span>
    </h2>
  )
}
