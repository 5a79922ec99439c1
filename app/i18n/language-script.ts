/** Id of the footer's language select. */
export const LANGUAGE_SELECT_ID = 'language'

/**
 * Runs in the page's head (seo/inline-script.ts), so that languages work before hydration.
 * - A choice in the footer goes into cookie and local storage (docs/contract.md#4) and loads the page in that language; where cookies
 *   are refused, by its address.
 * - A language that only the storage knows ranks after query and cookie and before the browser's languages: it goes into
 *   the cookie, and the page is reloaded. At each step an unsupported language counts as none. Where cookies are refused nothing happens, so it cannot loop.
 * The edge sets the cookie (request/preference-post.ts), because one from a script lives seven days in Safari.
 */
export function applyLanguage(selectId: string, cookie: string, storage: string, query: string): void {
  // The supported language that a tag such as `KO-KR` names, else empty, as in locale.ts.
  const supported = (tag: string | null) => /^\s*(ko|en)(?:-|\s*$)/i.exec(tag ?? '')?.[1]?.toLowerCase() ?? ''
  const hasCookie = () => supported(new RegExp(`(?:^|; )${cookie}=([^;]*)`).exec(document.cookie)?.[1] ?? '') !== ''
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
      if (new URLSearchParams(location.search).getAll(query).some(supported) || hasCookie()) return
      const stored = supported(localStorage.getItem(storage)) || supported(sessionStorage.getItem(storage))
      if (!stored || stored === document.documentElement.lang) return
      setCookie(stored).then(
        () => hasCookie() && location.reload(),
        () => {},
      )
    } catch {}
  })
}
