import type { ReactNode } from 'react'
import styles from './reveal.module.css'

/** How a section fades in (docs/specification.md#2). Fixed steps, because the CSP forbids style attributes. */
export interface RevealProps {
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
 * Runs in the page's head (seo/inline-script.ts): content that has faded in stays, also where the fade follows the scroll position and
 * would run backwards.
 */
export function keepRevealed(): void {
  document.addEventListener('animationend', ({ target }) => {
    if (target instanceof HTMLElement && target.dataset.threshold) target.dataset.revealed = ''
  })
}

/**
 * Fades its content in when it enters the window: once, where the browser has animation triggers, else along with the scroll
 * position, where it has view timelines. In other browsers, in print and with reduced motion the content is visible at once.
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
