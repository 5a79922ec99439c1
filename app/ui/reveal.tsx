import type { ReactNode } from 'react'
import styles from './reveal.module.css'

/** How a section fades in (docs/specification.md#2). Fixed steps, because the CSP forbids style attributes. */
interface RevealProps {
  /** Direction in which the content moves. */
  direction?: 'up' | 'down' | 'left' | 'right'
  /** Milliseconds. */
  duration?: 300 | 600 | 900
  /** Milliseconds. */
  delay?: 0 | 150 | 300
  /** Per cent of the content (or of the window, where the content is taller) that must be visible first. */
  threshold?: 0 | 10 | 25
  children: ReactNode
}

/**
 * Fades its content in once, when it enters the window. In browsers without view timelines, without scripts, in print and with reduced
 * motion the content is visible at once (decision 033).
 */
export function Reveal({ direction = 'up', duration = 600, delay = 0, threshold = 0, children }: RevealProps) {
  return (
    <div
      className={styles.reveal}
      data-direction={direction}
      data-duration={duration}
      data-delay={delay}
      data-threshold={threshold}
    >
      {children}
    </div>
  )
}
