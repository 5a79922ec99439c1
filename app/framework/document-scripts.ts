import { type AnyRouter, rootRouteId } from '@tanstack/react-router'
import hydrationScript from './hydration-script?script'
import { FrameworkOutputError } from './output-error'
import { PAGE_DATA } from './page-data'

/** When a page hydrates. Until then links and forms work natively. */
export type Hydration = 'interaction' | 'never'

type Manifest = NonNullable<NonNullable<AnyRouter['ssr']>['manifest']>
type ManifestScripts = NonNullable<Manifest['routes'][string]['scripts']>

/**
 * The scripts of a page in place of the framework's: the router's data as an inert block, and a script that runs it later and loads
 * the app. Takes the data, so that the framework renders none.
 * @throws FrameworkOutputError if the router gives no entry or no data
 */
export function documentScripts(
  when: Hydration,
  manifest: Manifest,
  serverSsr: Pick<NonNullable<AnyRouter['serverSsr']>, 'takeInitialHydrationScriptTags'> | undefined,
): ManifestScripts {
  const entry = manifest.routes[rootRouteId]?.scripts?.find(({ attrs }) => attrs?.type === 'module')?.attrs?.src
  if (typeof entry !== 'string') throw new FrameworkOutputError('module script in the manifest of the root route')
  const data = serverSsr?.takeInitialHydrationScriptTags()?.before.map(({ children }) => children)
  if (!data?.length) throw new FrameworkOutputError('initial hydration script')
  const starter = { children: hydrationScript }
  if (when === 'never') return [starter]
  return [{ attrs: { type: PAGE_DATA, 'data-entry': entry }, children: data.join(';') }, starter]
}
