import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from './button'
import styles from './load-failure.module.css'
import { Notice } from './notice'

/**
 * Says why the data of a page is not there, and offers to try again: the link reloads the page, and once hydrated it loads the data alone.
 * It stays where the data fails once more, and keeps the focus.
 */
export function LoadFailure({ message, again }: { message: string; again: string }) {
  const router = useRouter()
  const [tries, setTries] = useState(0)
  const tryAgain = async () => {
    // Pending, so that the page shows that it is loading. What else has failed is tried again, too, once it is visited.
    await router.invalidate({ forcePending: true })
    setTries((count) => count + 1)
  }
  return (
    <>
      {/* A new element after each try, so that screen readers announce it again. */}
      <Notice key={tries} look="danger">
        {message}
      </Notice>
      <p className={styles.again}>
        <a
          href=""
          className={buttonClass('primary')}
          onClick={(event) => {
            event.preventDefault()
            void tryAgain()
          }}
        >
          {again}
        </a>
      </p>
    </>
  )
}
