import Validator from '@adobe/structured-data-validator'
import { Ajv } from 'ajv'
import { Parser } from 'htmlparser2'
import { readJson } from '../../architecture/tree.ts'

/** What a page tells search engines and networks, as their own kind of reader finds it. */
export interface ReadPage {
  title: string
  /** Contents of `<meta>` by name or property; each of ours may stand once. */
  meta: Record<string, string>
  links: Record<string, string>[]
  /** JSON-LD by type. */
  things: Record<string, Record<string, unknown>[]>
}

/** Reads a page. Throws where one `<meta>` or the title stands twice, or where structured data cannot be read. */
export function readPage(html: string): ReadPage {
  const page: ReadPage = { title: '', meta: {}, links: [], things: {} }
  let titles = 0
  let text = ''
  let type: string | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      text = ''
      type = attributes.type
      if (name === 'link') page.links.push(attributes)
      const key = attributes.name ?? attributes.property
      if (name !== 'meta' || key === undefined) return
      // The error page and the route that failed may both ask not to be indexed.
      if (key in page.meta && page.meta[key] !== attributes.content) throw new Error(`<meta> ${key} stands twice`)
      page.meta[key] = attributes.content ?? ''
    },
    ontext: (more) => void (text += more),
    onclosetag(name) {
      if (name === 'title' && titles++ === 0) page.title = text
      if (name !== 'script' || type !== 'application/ld+json') return
      const thing = JSON.parse(text) as Record<string, unknown>
      ;(page.things[String(thing['@type'])] ??= []).push(thing)
    },
  })
  parser.end(html)
  return page
}

const validateThing = new Ajv({ allErrors: true, discriminator: true, strictTypes: false }).compile(
  readJson<object>('test/support/schemas/structured-data.json'),
)

/** What is wrong with a page's structured data: by what search engines ask of each type, and by the shapes that we mean to use. */
export async function faultsOfThings({ things }: ReadPage): Promise<string[]> {
  const issues = await new Validator().validate({ jsonld: structuredClone(things) })
  const shapes = Object.values(things)
    .flat()
    .flatMap((thing) =>
      validateThing(thing)
        ? []
        : (validateThing.errors ?? []).map(
            ({ instancePath, message }) => `${String(thing['@type'])}${instancePath} ${message}`,
          ),
    )
  return [...issues.map(({ rootType, issueMessage }) => `${rootType}: ${issueMessage}`), ...shapes]
}
