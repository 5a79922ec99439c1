import type { ReactNode } from 'react'
import styles from './reveal.module.css'

/** How a section fades in (spec 2). The steps are few because style attributes are closed to rendered pages (CSP). */
export interface RevealProps {
  /** Where the content moves to while it appears. */
  direction?: 'up' | 'down' | 'left' | 'right'
  /** Milliseconds. */
  duration?: 300 | 600 | 900
  /** Milliseconds. */
  delay?: 0 | 150 | 300
  /** Per cent of the content (or of the window, where the content is taller) that has come into view before it starts. */
  threshold?: 0 | 10 | 25
  children: ReactNode
}

/**
 * Fades its content in when it enters the window: once and timed where the browser has animation triggers, along the
 * scroll where it has only view timelines. Elsewhere, in print and with reduced motion it is simply there.
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
