import { createIsomorphicFn } from '@tanstack/react-start'
import { still } from '../legal/static-html/static-html'
import { ConsentSettings } from './consent-settings'
// Belongs to the page, though the dialog's code does not travel with it.
import './consent-settings.module.css'

const onServer = createIsomorphicFn()
  .server(() => ConsentSettings)
  .client(() => undefined)

/** The dialog stays as the server made it: the platform opens it, and a script of the head answers its forms (decision 008). */
export const StillConsentSettings = still(onServer(), async () => (await import('./consent-settings')).ConsentSettings)
