import { proposedCountry, type PageVisitor, type RequestContext } from '../context/page-context'
import { agreedVersion } from '../features/legal/versions-in-force'

/** What every page with a form loads for it. */
export const loadForm = async (request: Pick<RequestContext, 'form'> | undefined, { locale }: PageVisitor) => ({
  /** How the form failed when it was posted without JavaScript. */
  outcome: request?.form ?? null,
  privacyVersion: agreedVersion(),
  countryDefault: await proposedCountry(locale),
})
