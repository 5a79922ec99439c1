import { Container } from '../ui/container'
import styles from './placeholder.module.css'

/** A page without content yet: one word (docs/specification.md#2). */
export function Placeholder({ word }: { word: string }) {
  return (
    <div className={styles.ground}>
      <Container>
        <h1 className={styles.word}>{word}</h1>
      </Container>
    </div>
  )
}
