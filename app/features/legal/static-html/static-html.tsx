import { useHydrated } from '@tanstack/react-router'
import { lazy, useState, type ComponentType } from 'react'
import styles from './static-html.module.css'

/** React takes over an element with such content as it finds it, and never touches what is inside. */
const AS_FOUND = { __html: '' }

/**
 * A part of a page that stays as the server made it: links, words and drawings without anything that changes. The browser keeps the
 * markup, so neither its code nor its texts nor its data travel (decision 013). Links inside are followed by app/still-links.ts.
 * @param onServer the component, on the server alone
 * @param load brings it where the app itself walks to the page
 */
export function still<P extends object>(
  onServer: ComponentType<P> | undefined,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Part = onServer ?? lazy(async () => ({ default: await load() }))
  return function Still(props: P) {
    const hydrated = useHydrated()
    const [asFound] = useState(!hydrated)
    if (asFound && !onServer)
      return <div className={styles.still} data-still="" suppressHydrationWarning dangerouslySetInnerHTML={AS_FOUND} />
    return (
      <div className={styles.still} data-still="">
        <Part {...props} />
      </div>
    )
  }
}
