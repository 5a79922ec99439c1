import { validateXML } from 'xmllint-wasm'
import { read } from '../../architecture/tree.ts'

const SCHEMAS = { sitemap: 'sitemap.xsd', atom: 'atom.rng' } as const

/** What libxml2 finds wrong with a document by its schema (test/support/schemas); nothing where it is valid. */
export async function faultsOfXml(xml: string, kind: keyof typeof SCHEMAS): Promise<string[]> {
  const file = (fileName: string) => ({ fileName, contents: read(`test/support/schemas/${fileName}`) })
  const { errors } = await validateXML({
    xml: { fileName: 'document.xml', contents: xml },
    schema: file(SCHEMAS[kind]),
    extension: kind === 'atom' ? 'relaxng' : 'schema',
    preload: [file('xhtml-link.xsd')],
    maxMemoryPages: 4096,
  })
  return errors.map(({ message }) => message)
}
