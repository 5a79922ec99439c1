import type { FlatNamespace, TFunction } from 'i18next'
import { useContext } from 'react'
import { I18nContext } from 'react-i18next'

/**
 * The texts of a page, and their i18next instance. In place of the hook of the same name of react-i18next, which waits for texts that are not
 * loaded and listens for a change of language: a page has all its texts, in one language, before it is rendered (decision 054).
 * @param namespaces keys are those of the first one; those of another one name it, as in `page:home`
 * @throws Error where one is not loaded: `staticData.namespaces` of the route does not name it
 */
export function useTranslation<const N extends FlatNamespace | readonly [FlatNamespace, ...FlatNamespace[]]>(
  namespaces: N,
) {
  const i18n = useContext(I18nContext)?.i18n
  const names: readonly FlatNamespace[] = typeof namespaces === 'string' ? [namespaces] : namespaces
  const missing = names.filter((name) => !i18n?.hasResourceBundle(i18n.language, name))
  if (!i18n || missing.length > 0) throw new Error(`These texts are not loaded: ${missing.join()}.`)
  const t: unknown = (key: string, options?: object) => i18n.t(key as never, { ns: names[0], ...options })
  return { t: t as TFunction<N>, i18n }
}
