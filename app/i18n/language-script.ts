/** Id of the footer's language select. */
export const LANGUAGE_SELECT_ID = 'language'

/**
 * Runs in the page's head (seo/inline-script.ts), so that languages work before hydration.
 * - A choice in the footer goes into cookie and local storage (docs/contract.md#4) and loads the page in that language; where cookies
 *   are refused, by its address.
 * - A language that only the storage knows ranks after query and cookie and before the browser's languages: it goes into
 *   the cookie, and the page is reloaded. Where cookies are refused nothing happens, so it cannot loop.
 * The edge sets the cookie (request/preference-post.ts), because one from a script lives seven days in Safari.
 */
export function applyLanguage(selectId: string, cookie: string, storage: string, query: string): void {
  const hasCookie = () => new RegExp(`(?:^|; )${cookie}=`).test(document.cookie)
  const setCookie = (language: string) =>
    fetch(location.pathname, { method: 'POST', body: new URLSearchParams({ language }), redirect: 'manual' })
  document.addEventListener('change', async ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.id !== selectId) return
    const { value: language, form } = target
    try {
      localStorage.setItem(storage, language)
    } catch {}
    try {
      await setCookie(language)
    } catch {
      return form?.submit()
    }
    const page = new URL(location.href)
    page.searchParams.delete(query)
    if (!hasCookie()) page.searchParams.set(query, language)
    if (page.href === location.href) location.reload()
    else location.assign(page)
  })
  // The first access to a storage keeps the parser waiting (10 ms on a slow phone).
  addEventListener('load', () => {
    try {
      if (new URLSearchParams(location.search).has(query) || hasCookie()) return
      const stored = (localStorage.getItem(storage) || sessionStorage.getItem(storage) || '').slice(0, 2)
      if ((stored !== 'ko' && stored !== 'en') || stored === document.documentElement.lang) return
      setCookie(stored).then(
        () => hasCookie() && location.reload(),
        () => {},
      )
    } catch {}
  })
}
