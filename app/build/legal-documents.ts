import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import { z } from 'zod'
import { registry } from '../../functions/brand/registry.ts'
import { FALLBACK_LOCALE, LOCALES, type Locale } from '../../functions/contract/languages.ts'
import { PROCESSED_MONTHS_MAX } from '../../functions/contract/retention.ts'
import { readFrontMatter } from '../../functions/publishing/front-matter.ts'
import { xmlText } from '../seo/xml.ts'
import { changesBetween } from './legal-changes.ts'
import { virtualModules } from './virtual-modules.ts'

const DOCUMENT = /\/legal\/documents\/.+\.md$/
const META = /\/legal\/documents\/.+\.md\?meta$/
const CHANGES = /\/legal\/documents\/.+\.md\?changes$/
const ARTICLE = /^(?:Article |제)(\d+)/
/** A paragraph or a row that is as a whole for some brands: the others have not even its tags. */
const WHOLE_PART = /<(p|tr[^>]*><td[^>]*)>(\{\{[#^](\w+)\}\})((?:(?!\{\{\/\3\}\}).)*)(\{\{\/\3\}\})<\/(p|td><\/tr)>/gs

const frontMatter = z.strictObject({
  title: z.string().min(1),
  version: z.string().regex(/^\d{8}$/, 'write the version as "YYYYMMDD"'),
  effective: z.iso.date(),
  notice_days: z.union([z.literal(7), z.literal(30)]).default(7),
  /** Of a policy: months for which a brand keeps processed inquiries, by its id, where they are not the usual ones. */
  periods: z.record(z.string(), z.int().min(1).max(PROCESSED_MONTHS_MAX)).optional(),
})

/** One version of a document in one language, rendered. */
export interface LegalDocument {
  title: string
  /** As in its address: `20250701`. */
  version: string
  /** First day on which it applies, Seoul time: `2025-07-01`. */
  effective: string
  /** Days of notice before that: 30 where a version takes a right away (docs/specification.md#4). */
  notice_days: 7 | 30
  articles: { id: string; heading: string }[]
  /** With placeholders of the brand, see app/features/legal/static-html/placeholders.ts. */
  html: string
}

/**
 * Renders a legal document: front matter, article headings with ids and anchors, tables whose cells name their columns.
 * Placeholders such as `{{company}}` stay: `fillPlaceholders` fills them for each brand.
 * @throws Error for a heading without an article number and for HTML in the text.
 */
export function renderDocument(markdown: string): LegalDocument {
  const { data, content } = readFrontMatter(markdown)
  const { periods: _written, ...meta } = frontMatter.parse(data)
  const articles: LegalDocument['articles'] = []
  const marked = new Marked({
    async: false,
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const number = ARTICLE.exec(text)?.[1]
        if (depth !== 2 || !number)
          throw new Error(
            `The heading "${text}" has no article number; write it like "## Article 3. Title" or "## 제3조 (제목)".`,
          )
        const id = `article-${number}`
        articles.push({ id, heading: text })
        return `<h2 id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h2>\n`
      },
      table(token: Tokens.Table) {
        const row = (cells: string[]) => `<tr role="row">${cells.join('')}</tr>`
        const head = token.header.map(
          ({ tokens }) => `<th role="columnheader" scope="col">${this.parser.parseInline(tokens)}</th>`,
        )
        const rows = token.rows.map((cells) =>
          row(
            cells.map(
              ({ tokens }, at) =>
                `<td role="cell" data-column="${xmlText(token.header[at]?.text ?? '')}">${this.parser.parseInline(tokens)}</td>`,
            ),
          ),
        )
        // Roles are explicit because narrow windows change the `display` of the rows, which drops the implicit ones.
        return `<table role="table"><thead role="rowgroup">${row(head)}</thead><tbody role="rowgroup">${rows.join('')}</tbody></table>\n`
      },
      html({ text }: Tokens.HTML | Tokens.Tag): string {
        throw new Error(`Legal documents are Markdown without HTML, but this one has: ${text.trim()}`)
      },
    },
  })
  const html = marked.parse(content, { async: false }).replace(WHOLE_PART, '$2<$1>$4</$6>$5')
  return { ...meta, articles, html: linkContacts(joinWords(html)) }
}

/**
 * A particle or verb stays with the sign or name before it. Browsers that keep Korean words whole (`word-break: keep-all`) would end a line
 * between them. U+2060 is WORD JOINER.
 */
const joinWords = (html: string) => html.replace(/(?:[%)\]」』”’.]|\{\{\w+\}\})(?=[가-힣])/g, '$&\u2060')

/** E-mail address, phone number and portal become links. */
const linkContacts = (html: string) =>
  html
    .replace(/\{\{(email|privacyEmail)\}\}/g, '<a href="mailto:$&">$&</a>')
    .replace(/\{\{(phone|privacyPhone)\}\}/g, '<a href="tel:$&">$&</a>')
    .replaceAll('{{portal}}', '<a href="{{portal}}">{{portal}}</a>')

/** The language of a document, by the name of its file. */
const localeOf = (file: string): Locale => LOCALES.find((locale) => file.includes(`.${locale}.md`)) ?? FALLBACK_LOCALE

/**
 * Names the operator: the company of the default brand, which runs the sites of partners as their processor. It is no value of the page's
 * brand, and only a legal text may hold it.
 * @param file whose name has the language
 * @param json of a rendered document
 */
export function withOperator(file: string, json: string): string {
  const name = registry.default.company.name[localeOf(file)]
  return json.replaceAll('{{operator}}', JSON.stringify(xmlText(name)).slice(1, -1))
}

/** The changes from each older version of a document, by version. */
function changesOf(file: string, markdown: string) {
  const [version = '', language = ''] = basename(file).split('.')
  const older = readdirSync(dirname(file)).filter((name) => name.endsWith(`.${language}.md`) && name < version)
  return Object.fromEntries(
    older.map((name) => [name.slice(0, 8), changesBetween(readFileSync(join(dirname(file), name), 'utf8'), markdown)]),
  )
}

const POLICIES = join(import.meta.dirname, '../features/legal/documents/privacy-policy')

/**
 * Months for which brands keep processed inquiries, by brand and by version of the policy, where they are not the usual ones. Apart from the
 * texts, which all brands share: no page of one names another.
 */
function periodsOfBrands(): Record<string, Record<string, number>> {
  const periods: Record<string, Record<string, number>> = {}
  for (const file of readdirSync(POLICIES)) {
    const meta = frontMatter.parse(readFrontMatter(readFileSync(join(POLICIES, file), 'utf8')).data)
    for (const [brand, months] of Object.entries(meta.periods ?? {})) (periods[brand] ??= {})[meta.version] = months
  }
  return periods
}

/**
 * Makes each document a module, with `?meta` only its version and effective date. No Markdown library reaches the Worker
 * or the browser.
 */
export function legalDocuments(): Plugin {
  const emit = (file: string, make: () => unknown) => {
    try {
      return {
        code: `export default ${withOperator(file, JSON.stringify(make()))}`,
        map: null,
        moduleType: 'js' as const,
      }
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
  return {
    name: 'legal-documents',
    enforce: 'pre',
    ...virtualModules({ 'virtual:legal-periods': () => ({ PERIODS: periodsOfBrands() }) }),
    transform(code, id) {
      if (DOCUMENT.test(id)) return emit(id, () => renderDocument(code))
      if (CHANGES.test(id)) return emit(id, () => changesOf(id.replace(/\?.*$/, ''), code))
      if (!META.test(id)) return null
      const { version, effective, notice_days } = renderDocument(code)
      return emit(id, () => ({ version, effective, notice_days }))
    },
  }
}
