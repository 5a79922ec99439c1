import { LOCALE_COOKIE, LOCALE_QUERY, LOCALE_STORAGE, localeOfTag } from './locale'

/** Id of the footer's language select. */
export const LANGUAGE_SELECT_ID = 'language'

/**
 * Runs in the page's head (build/inline-scripts.ts), so that languages work before hydration.
 * - A choice in the footer goes into cookie and local storage (docs/contract.md#4) and loads the page in that language; where cookies
 *   are refused, by its address.
 * - A language that only the storage knows ranks after query and cookie and before the browser's languages: it goes into
 *   the cookie, and the page is reloaded. At each step an unsupported language counts as none. Where cookies are refused nothing happens, so it cannot loop.
 * The edge sets the cookie (request/preference-cookies.ts), because one from a script lives seven days in Safari.
 */
export default function applyLanguage(): void {
  const hasCookie = () =>
    localeOfTag(new RegExp(`(?:^|; )${LOCALE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1]) !== null
  const setCookie = (language: string) =>
    fetch(location.pathname, { method: 'POST', body: new URLSearchParams({ language }), redirect: 'manual' })
  document.addEventListener('change', async ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.id !== LANGUAGE_SELECT_ID) return
    const { value: language, form } = target
    try {
      localStorage.setItem(LOCALE_STORAGE, language)
    } catch {}
    try {
      await setCookie(language)
    } catch {
      return form?.submit()
    }
    const page = new URL(location.href)
    page.searchParams.delete(LOCALE_QUERY)
    if (!hasCookie()) page.searchParams.set(LOCALE_QUERY, language)
    if (page.href === location.href) location.reload()
    else location.assign(page)
  })
  // The first access to a storage keeps the parser waiting (10 ms on a slow phone).
  addEventListener('load', () => {
    try {
      if (new URLSearchParams(location.search).getAll(LOCALE_QUERY).some(localeOfTag) || hasCookie()) return
      const stored =
        localeOfTag(localStorage.getItem(LOCALE_STORAGE)) ?? localeOfTag(sessionStorage.getItem(LOCALE_STORAGE))
      if (!stored || stored === document.documentElement.lang) return
      setCookie(stored).then(
        () => hasCookie() && location.reload(),
        () => {},
      )
    } catch {}
  })
}
