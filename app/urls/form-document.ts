import { redirect } from '@tanstack/react-router'
import { formOn } from './form-paths'

/** Whether the document that the server sent is a form page. Client-side navigation does not change its policy. */
const isFormDocument = !import.meta.env.SSR && formOn(location.pathname) !== null

/**
 * Loads the page as a new document where the brand uses Turnstile: only the documents of form pages have the Content-Security-Policy
 * that allows its script.
 * @throws a redirect to the same address
 */
export function documentOfForm({ turnstile }: { turnstile: object | null }, href: string): void {
  if (import.meta.env.SSR || turnstile === null || isFormDocument) return
  throw redirect({ href, reloadDocument: true })
}
