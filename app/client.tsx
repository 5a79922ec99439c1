import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { getRouter } from './router'
import { followStillLinks } from './features/legal/static-html/static-links'
import { BOARD_TEXT_STYLES } from './ui/fonts/files'

// Start's own client entry brings the serialiser of its server functions, 15 KB compressed; we have none of those.
// Once the app wakes, all slices of the board's font: it may walk on to other texts. English pages leave them out (slices.server.ts).
if (document.documentElement.lang === 'ko') {
  const boardText = document.createElement('link')
  boardText.rel = 'stylesheet'
  boardText.href = BOARD_TEXT_STYLES
  document.head.appendChild(boardText)
}

void getRouter().then((router) => {
  // From here on the router fetches ahead itself, and only the data.
  document.querySelector('script[type=speculationrules]')?.remove()
  followStillLinks((href) => router.history.push(href))
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    )
  })
})
