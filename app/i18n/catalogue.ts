import type { TFunction } from 'i18next'
import type en from './en'

/** English is the shape; `test/architecture` holds Korean to it, key by key. */
export type Catalogue = typeof en
export type Namespace = keyof Catalogue

/** Known in the browser from the first moment. All others come with the modules that ask for them (texts-plugin.ts). */
export const BASE = ['layout', 'page', 'error', 'consent'] as const satisfies Namespace[]

/** The texts of heads and of the router itself: no other namespace is certain to be there. */
export interface PageTexts {
  readonly language: string
  readonly t: TFunction<typeof BASE>
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'layout'
    resources: Catalogue
  }
}
