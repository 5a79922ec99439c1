/** Id of the settings dialog, and the attribute of the banner's link that opens it. */
export const SETTINGS_ID = 'cookie-settings'
export const SETTINGS_LINK = 'data-cookie-settings'

/**
 * The inline script of the cookie banner and its settings (docs/specification.md#4), which works before hydration. It sends the choice
 * to the edge, which sets the cookies (request/preference-cookies.ts): a script's own live seven days in Safari. The banner's state is
 * `<html data-consent>`: `closed` after the X (the banner stays for this page), `decided` after a choice (it is hidden). Without this
 * script the same forms are posted, and 'Settings' is a link to a page.
 */
export default function applyConsent(): void {
  const { documentElement } = document
  const settings = () => document.getElementById(SETTINGS_ID) as HTMLDialogElement
  const functional = () => settings().querySelector('[name=functional]') as HTMLInputElement
  const decide = (event: SubmitEvent) => {
    const button = event.submitter as HTMLButtonElement | null
    // The forms of the page /cookies post themselves.
    if (button?.name !== 'consent' || button.closest('main')) return
    event.preventDefault()
    const choice = button.value
    const body = new URLSearchParams({ consent: choice, ...(functional().checked && { functional: 'on' }) })
    // Outlives a navigation right after the click. A choice that does not arrive is asked for again on the next page.
    fetch(location.pathname, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => {})
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
  document.addEventListener('submit', decide, true)
  const open = (event: MouseEvent) => {
    const isOther = event.ctrlKey || event.metaKey || event.shiftKey
    const link = (event.target as Element).closest<HTMLElement>(`[${SETTINGS_LINK}]`)
    if (isOther || !link) return
    event.preventDefault()
    // Safari gives a link no focus by a click; the closed dialog gives it back.
    link.focus()
    settings().showModal()
  }
  document.addEventListener('click', open, true)
}
