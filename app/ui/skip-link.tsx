import styles from './skip-link.module.css'

/** Id of a page's `<main>`, which takes the focus from the skip link. */
export const MAIN_ID = 'main'

/** The first thing that the keyboard reaches on every page; seen only while it has the focus. */
export function SkipLink({ children }: { children: string }) {
  return (
    <a href={`#${MAIN_ID}`} className={styles.skip}>
      {children}
    </a>
  )
}
