import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { restoreRouter } from './framework/restore-router'
import { LANGUAGES, localeOfTag, type Locale } from './i18n/locale'
import { getRouter } from './router'
import { BOARD_TEXT_STYLES } from './ui/fonts/font-files'

// From now on the app may navigate to any text of the board, so it needs all slices of the font. Pages in Latin letters do without (slices.server.ts),
// and so do pages whose interface font came too late to be shown: all their letters would be fetched as slices.
const language = localeOfTag(document.documentElement.lang)
if (language && LANGUAGES[language].script && isInterfaceFontShown(language)) {
  const boardText = document.createElement('link')
  document.head.appendChild(Object.assign(boardText, { rel: 'stylesheet', href: BOARD_TEXT_STYLES }))
}

/**
 * Neither times nor `document.fonts` tell: Chromium says `loaded` of an optional font that has come too late to be shown. Its letters have
 * widths of their own.
 */
function isInterfaceFontShown(locale: Locale): boolean {
  const canvas = document.createElement('canvas').getContext('2d')
  const widthIn = (families: string) => {
    if (canvas) canvas.font = `16px ${families}`
    return canvas?.measureText('iW').width
  }
  return widthIn(`'Interface ${locale}', monospace`) !== widthIn('monospace')
}

/**
 * Hydrates the page once every script of it is there. Where one cannot be loaded the page stays as the server has sent it, and its links
 * and forms work natively (decision 013).
 */
async function start(): Promise<void> {
  await nextTask()
  const router = await getRouter()
  await nextTask()
  await restoreRouter(router)
  await nextTask()
  // From now on the router preloads by itself, and only data.
  document.querySelector('script[type=speculationrules]')?.remove()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  })
}

/** Ends the task, so that a press does not wait for the steps that follow. */
const nextTask = () => new Promise((done) => setTimeout(done))

void start().catch(() => {
  document.documentElement.dataset.hydration = 'failed'
})
