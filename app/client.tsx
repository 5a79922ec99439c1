import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { getRouter } from './router'
import { BOARD_TEXT_STYLES } from './ui/fonts/files'

// Start's own client entry would add the serialiser of server functions, 15 KB compressed; this site has none (decision 013).

// From now on the app may navigate to any text of the board, so it needs all slices of the font. English pages do without (slices.server.ts).
const { lang, dataset } = document.documentElement
if (lang === 'ko' && dataset.font !== undefined) {
  const boardText = document.createElement('link')
  document.head.appendChild(Object.assign(boardText, { rel: 'stylesheet', href: BOARD_TEXT_STYLES }))
}

void getRouter().then((router) => {
  // From now on the router preloads by itself, and only data.
  document.querySelector('script[type=speculationrules]')?.remove()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    )
  })
})
