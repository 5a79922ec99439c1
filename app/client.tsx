import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { getRouter } from './router'
import { BOARD_TEXT_STYLES } from './ui/fonts/files'

// Start's own client entry would add the serialiser of server functions, 15 KB compressed; this site has none (decision 013).

/**
 * Switches to the interface's font on the first navigation within the app, where the whole page changes anyway (font-script.ts). The app
 * may navigate to any text of the board, so it needs all slices of the font; English pages do without (slices.server.ts).
 */
function switchFont(): void {
  const root = document.documentElement
  root.dataset.font = ''
  if (root.lang !== 'ko') return
  const boardText = document.createElement('link')
  document.head.appendChild(Object.assign(boardText, { rel: 'stylesheet', href: BOARD_TEXT_STYLES }))
}

void getRouter().then((router) => {
  const unsubscribe = router.subscribe('onBeforeRouteMount', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    switchFont()
    unsubscribe()
  })
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
