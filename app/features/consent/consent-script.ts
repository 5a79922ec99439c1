import { inlineScript } from '../../seo/inline-script'

/** Id of the settings dialog; buttons on every page open it. */
export const SETTINGS_ID = 'cookie-settings'

/**
 * The inline script of the cookie banner and its settings (docs/specification.md#4), which works before hydration. The
 * banner's state is `<html data-consent>`: `closed` after the X (the banner stays for this page), `decided` after a
 * choice (it is hidden). Without this script the same forms are posted (request/preference-post.ts).
 */
export const consentScript = () => inlineScript(applyConsent, SETTINGS_ID)

function applyConsent(settingsId: string): void {
  const { documentElement } = document
  const settings = () => document.getElementById(settingsId) as HTMLDialogElement
  const functional = () => settings().querySelector('[name=functional]') as HTMLInputElement
  const setCookie = (name: string, value: string | number, seconds: number) => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
  }
  const showStoredChoice = ({ target }: Event) => {
    if (target instanceof Element && target.closest(`[commandfor="${settingsId}"]`))
      functional().checked = /(?:^|; )timestamp=/.test(document.cookie)
  }
  const decide = (event: SubmitEvent) => {
    const button = event.submitter as HTMLButtonElement | null
    if (button?.name !== 'consent') return
    event.preventDefault()
    const choice = button.value
    setCookie('theme', 'dark', 31536000)
    if (choice === 'accept' || (choice === 'save' && functional().checked)) setCookie('timestamp', Date.now(), 31536000)
    else if (choice !== 'close') setCookie('timestamp', '', 0)
    settings().close()
    if (choice === 'close') {
      documentElement.dataset.consent ||= 'closed'
      return
    }
    documentElement.dataset.consent = 'decided'
    const focused = document.activeElement
    if (!focused || focused === document.body || !focused.checkVisibility())
      document.querySelector('main')?.focus({ preventScroll: true })
  }
  document.addEventListener('click', showStoredChoice, true)
  document.addEventListener('submit', decide, true)
}
