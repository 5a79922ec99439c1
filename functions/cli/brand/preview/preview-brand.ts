import type { BrandEntry } from '../../../brand/schema.ts'
import { FALLBACK_LOCALE } from '../../../contract/languages.ts'
import { readSettings } from '../../settings.ts'
import { comparisonPage } from './comparison-page.ts'
import { surveyPages } from './survey-pages.ts'
import { serveBeside } from './serve-beside.ts'

/** The default brand gets every host of no partner. */
const DEFAULT_HOST = 'localhost'

// What brings wrangler is loaded where it is used: that takes most of a second, and a brand is checked and added without it.

/** Asked before somebody answers a question. @throws OperatorError where no site can be started here */
export async function requirePreviewable(): Promise<void> {
  const { requireStartable } = await import('../../running-site.ts')
  await requireStartable(readSettings())
}

/**
 * Serves this checkout on this machine, asks it for every page of a brand, and shows them beside the default brand until the process ends.
 * @param first the entry of the default brand
 * @returns lines that say where, and what is wrong with which page
 */
export async function previewBrand(entry: BrandEntry, first: BrandEntry): Promise<string[]> {
  const settings = readSettings()
  const { port } = settings
  const { startSite } = await import('../../started-site.ts')
  await startSite(settings)
  const isDefault = entry.id === first.id
  const host = isDefault ? DEFAULT_HOST : (entry.hosts.find((each) => each.endsWith('.localhost')) ?? DEFAULT_HOST)
  const [own, home] = [
    { port, id: entry.id, host },
    { port, id: first.id, host: DEFAULT_HOST },
  ]
  console.log('Asking for every page in every language …')
  const { paths, faults } = await surveyPages(own, entry.indexing === 'own' ? own : home)
  const columns = [
    { name: entry.name[FALLBACK_LOCALE], host },
    ...(isDefault ? [] : [{ name: first.name[FALLBACK_LOCALE], host: DEFAULT_HOST }]),
  ]
  const besidePort = await serveBeside({ sitePort: port, page: (at) => comparisonPage(paths, columns, at) })
  return [
    `${paths.length} pages in every language: ${faults.length === 0 ? 'each is there' : `${faults.length} are wrong`}`,
    ...faults.map((fault) => `  ${fault}`),
    `The site: http://${host}:${port}`,
    `Every page beside the default brand: http://127.0.0.1:${besidePort}`,
    'Ctrl-C ends it. `npm start` shows the site again.',
  ]
}
