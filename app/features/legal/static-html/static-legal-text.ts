import { createIsomorphicFn } from '@tanstack/react-start'
import { still } from './static-html'
import { LegalText } from '../legal-text'
// Belongs to the page, though the text's code does not travel with it.
import '../legal-text.module.css'

const onServer = createIsomorphicFn()
  .server(() => LegalText)
  .client(() => undefined)

/** The long text of a legal page, which travels once: in the page. */
export const StillLegalText = still(onServer(), async () => (await import('../legal-text')).LegalText)
