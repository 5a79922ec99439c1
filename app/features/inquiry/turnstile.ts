/*
 * Cloudflare Turnstile, rendered by hand: one widget in one place. Loaded only where a brand asks for it and a form is used.
 * Its script is a guest: whatever goes wrong with it, the form is sent without a token, and the edge decides (decision 015).
 */
const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'
/** Longer than a challenge takes by itself; a person who is asked to click may need more than one try at sending. */
const PATIENCE_MS = 12_000

/** The part of Turnstile's own interface that is used here. */
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
 * Renders the widget, in the page's language, and begins its challenge.
 * @returns null where the script cannot be loaded or run
 */
export async function openTurnstile(
  place: HTMLElement,
  { siteKey, language }: { siteKey: string; language: string },
): Promise<TurnstileWidget | null> {
  const turnstile = await loadScript()
  if (!turnstile || !place.isConnected) return null
  let known: string | null = null
  let waiting: ((token: string | null) => void)[] = []
  const tell = (token: string | null) => {
    known = token
    for (const resume of waiting) resume(token)
    waiting = []
  }
  const id = turnstile.render(place, {
    sitekey: siteKey,
    language,
    action: 'inquiry',
    theme: 'light',
    size: place.clientWidth < 300 ? 'compact' : 'flexible',
    callback: tell,
    'expired-callback': () => (known = null),
    'error-callback': () => {
      tell(null)
      // Turnstile keeps its own complaint out of the console then.
      return true
    },
  })
  if (id === undefined) return null
  return {
    token: () =>
      known === null
        ? new Promise((resume) => {
            waiting.push(resume)
            setTimeout(() => resume(null), PATIENCE_MS)
          })
        : Promise.resolve(known),
    renew: () => {
      known = null
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
    setTimeout(() => resolve(null), PATIENCE_MS)
    document.head.appendChild(script)
  })
}
