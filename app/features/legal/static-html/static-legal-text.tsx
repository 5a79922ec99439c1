import { useHydrated } from '@tanstack/react-router'
import { useState, type ComponentProps } from 'react'
import { LegalChanges, type LegalChangesProps } from './legal-changes'
import { LegalText } from './legal-text'
import styles from './legal-text.module.css'

/** React adopts whatever an element with this content holds, and never changes it. */
const SERVER_HTML = { __html: '' }

/**
 * The text of a legal page, or its changes since the `compared` version, as static HTML: React leaves the server's markup alone. A document has no state and no
 * handlers, so hydrating it would only send its text (up to 8 KB compressed) a second time, as data (decision 013). Where the app
 * navigates to the page without a reload, the route's loader has loaded the text.
 */
export function StaticLegalText({
  compared,
  ...props
}: ComponentProps<typeof LegalText> & Partial<Pick<LegalChangesProps, 'compared'>>) {
  const hydrated = useHydrated()
  const [fromServer] = useState(!hydrated)
  return (
    <div
      className={styles.static}
      {...(fromServer && !import.meta.env.SSR
        ? { suppressHydrationWarning: true, dangerouslySetInnerHTML: SERVER_HTML }
        : { children: compared ? <LegalChanges {...props} compared={compared} /> : <LegalText {...props} /> })}
    />
  )
}
