import { useHydrated } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy, useState, type ComponentProps } from 'react'
import { LegalText } from './legal-text'
import styles from './legal-text.module.css'

const loadText = createIsomorphicFn()
  .server(() => LegalText)
  .client(() => lazy(async () => ({ default: (await import('./legal-text')).LegalText })))
const Text = loadText()

/** React adopts whatever an element with this content holds, and never changes it. */
const SERVER_HTML = { __html: '' }

/**
 * The text of a legal page as static HTML: React leaves the server's markup alone. A document has no state and no
 * handlers, so hydrating it would only send its text (up to 8 KB compressed) a second time, as data (decision 013). Where the app
 * navigates to the page without a reload, the browser loads and renders the text.
 */
export function StaticLegalText(props: ComponentProps<typeof LegalText>) {
  const hydrated = useHydrated()
  const [fromServer] = useState(!hydrated)
  return fromServer && !import.meta.env.SSR ? (
    <div className={styles.static} suppressHydrationWarning dangerouslySetInnerHTML={SERVER_HTML} />
  ) : (
    <div className={styles.static}>
      <Text {...props} />
    </div>
  )
}
