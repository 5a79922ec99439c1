import { redirect } from '@tanstack/react-router'
import type { PageBrand } from '../brand/schema'
import { formOn } from './form-paths'

/** Whether the document itself, as the edge sent it, is that of a form; walking on inside the app does not change its policy. */
const isOfForm = !import.meta.env.SSR && formOn(location.pathname) !== null

/**
 * Only the documents of forms carry the policy that lets Turnstile in, so a brand with it has a form's page loaded whole.
 * @throws a redirect to the same address
 */
export function documentOfForm({ turnstile }: Pick<PageBrand, 'turnstile'>, href: string): void {
  if (import.meta.env.SSR || turnstile === null || isOfForm) return
  throw redirect({ href, reloadDocument: true })
}
