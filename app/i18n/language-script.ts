/** Id of the footer's language select. */
export const LANGUAGE_SELECT_ID = 'language'

/**
 * Runs in the page's head (seo/inline-script.ts), so that languages work before hydration.
 * - A choice in the footer goes into cookie and local storage (docs/contract.md#4) and loads the page in that language.
 * - A language that only the storage knows ranks after query and cookie and before the browser's languages: it goes into
 *   the cookie, and the page is reloaded. Where cookies are refused nothing happens, so it cannot loop.
 */
export function applyLanguage(selectId: string, cookie: string, storage: string, query: string): void {
  const hasCookie = () => new RegExp(`(?:^|; )${cookie}=`).test(document.cookie)
  const setCookie = (language: string) => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `${cookie}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
  }
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.id !== selectId) return
    setCookie(target.value)
    try {
      localStorage.setItem(storage, target.value)
    } catch {}
    const page = new URL(location.href)
    page.searchParams.delete(query)
    if (page.href === location.href) location.reload()
    else location.assign(page)
  })
  try {
    if (new URLSearchParams(location.search).has(query) || hasCookie()) return
    const stored = (localStorage.getItem(storage) || sessionStorage.getItem(storage) || '').slice(0, 2)
    if ((stored !== 'ko' && stored !== 'en') || stored === document.documentElement.lang) return
    setCookie(stored)
    if (hasCookie()) location.reload()
  } catch {}
}
