const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'
/** Longer than a challenge without interaction takes; a visitor who is asked to click may have to submit twice. */
const TIMEOUT_MS = 12_000

/** The part of Turnstile's API that is used here. */
interface Turnstile {
  render(place: HTMLElement, options: Record<string, unknown>): string | undefined
  reset(id: string): void
  remove(id: string): void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

export interface TurnstileWidget {
  token(): Promise<string | null>
  renew(): void
  close(): void
}

/**
 * Renders the widget in the page's language and starts its challenge. Whatever fails, the form is sent without a token and the server
 * decides (decision 015).
 * @returns null where the script cannot be loaded or run
 */
export async function openTurnstile(
  place: HTMLElement,
  { siteKey, language }: { siteKey: string; language: string },
): Promise<TurnstileWidget | null> {
  const turnstile = await loadScript()
  if (!turnstile || !place.isConnected) return null
  let current: string | null = null
  let waiting: ((token: string | null) => void)[] = []
  const settle = (token: string | null) => {
    current = token
    for (const resolve of waiting) resolve(token)
    waiting = []
  }
  const id = turnstile.render(place, {
    sitekey: siteKey,
    language,
    action: 'inquiry',
    theme: 'light',
    size: place.clientWidth < 300 ? 'compact' : 'flexible',
    callback: settle,
    'expired-callback': () => (current = null),
    'error-callback': () => {
      settle(null)
      // Handled: Turnstile writes no warning to the console.
      return true
    },
  })
  if (id === undefined) return null
  return {
    token: () =>
      current === null
        ? new Promise((resolve) => {
            waiting.push(resolve)
            setTimeout(() => resolve(null), TIMEOUT_MS)
          })
        : Promise.resolve(current),
    renew: () => {
      current = null
      turnstile.reset(id)
    },
    close: () => turnstile.remove(id),
  }
}

function loadScript(): Promise<Turnstile | null> {
  if (window.turnstile) return Promise.resolve(window.turnstile)
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.async = true
    script.onload = () => resolve(window.turnstile ?? null)
    script.onerror = () => resolve(null)
    setTimeout(() => resolve(null), TIMEOUT_MS)
    document.head.appendChild(script)
  })
}
