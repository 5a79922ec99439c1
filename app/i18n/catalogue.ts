import type en from './en'

/** English is the shape; `test/house` holds Korean to it, key by key. */
export type Catalogue = typeof en
export type Namespace = keyof Catalogue

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'layout'
    resources: Catalogue
  }
}
