import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parse } from 'yaml'
import { readFrontMatter } from '../../functions/publishing/front-matter.ts'
import { files, ROOT } from '../architecture/tree.ts'

/*
 * A made-up third language: English with accents and a third longer. Whatever it does not show was not looked up in its catalogues, and
 * whatever has no room for it has none for German either.
 */

export const PSEUDO = 'en-XA'
/** The ending of its fields and columns. */
export const PSEUDO_FIELD = '_en_xa'

const PLAIN = 'AaCcDdEeGgIiLlNnOoRrSsTtUuYyZz'
const ACCENTED = 'ÅåÇçĐđÉéĞğÎîŁłÑñÖöŘřŠšŢţÛûÝýŽž'
const LETTERS = new Map([...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] ?? letter]))
/** What stands in for more of a text. */
const LONGER = 'öñé ţŵö ţhřéé föûř fîvé šîx šévéñ éîğhţ ñîñé ţéñ '

/** Names of values, conditions, addresses, markup and the numbers of articles stay as they are; the words of a `{{name: words}}` do not. */
const KEPT =
  /\{\{(?:[#/^]?[\w-]+\}\}|[\w-]+: )|\$\{[^}]*\}|\]\([^)]*\)|https?:\/\/\S+|\S+@\S+|<[^>]+>|`[^`]*`|\\.|^#+ Article(?= \d)/g

const letters = (text: string) => [...text].map((letter) => LETTERS.get(letter) ?? letter).join('')

/** A text with accents. */
export function accented(text: string): string {
  let result = ''
  let end = 0
  for (const { 0: kept, index } of text.matchAll(KEPT)) {
    result += letters(text.slice(end, index)) + kept
    end = index + kept.length
  }
  return result + letters(text.slice(end))
}

/** The same, and a third longer. */
const longer = (text: string) =>
  /\p{L}/u.test(text)
    ? `${accented(text)} ${LONGER.repeat(9)
        .slice(0, Math.ceil(text.length / 3))
        .trim()}`
    : text

/** Each paragraph of a Markdown text. Tables and headings get no more words, only accents. */
const longerLines = (markdown: string) =>
  markdown.replace(/^.+$/gm, (line) => (/^(?:[|#]|\s*$)/.test(line) ? accented(line) : longer(line)))

type Node = string | { [key: string]: Node }
const mapTexts = (node: Node, make: (text: string) => string): Node =>
  typeof node === 'string'
    ? make(node)
    : Object.fromEntries(Object.entries(node).map(([key, child]) => [key, mapTexts(child, make)]))

/** Every text that has a variant for each language gets one for the new one. */
function withVariants(node: Node): Node {
  if (typeof node === 'string') return node
  const named = 'ko' in node && 'en' in node ? { ...node, [PSEUDO]: node.en ?? '' } : node
  return Object.fromEntries(Object.entries(named).map(([key, child]) => [key, withVariants(child)]))
}

/** A literal of a source with accents, in the quotation marks that it has. */
const inQuotes = (literal: string) => literal.slice(0, 1) + accented(literal.slice(1, -1)) + literal.slice(-1)

/** A row, the texts that the compiler asks for, and the columns: what a language needs beside its catalogues and documents. */
const SOURCES: Record<string, (code: string) => string> = {
  'functions/contract/languages.ts': (code) =>
    withLiterals(code).replace(
      /^ {2}en: \{.*\},$/m,
      (row) => `${row}\n  '${PSEUDO}': { format: 'en-US', field: '${PSEUDO_FIELD}', script: null, country: null },`,
    ),
  'functions/brand/registry.ts': (code) =>
    withLiterals(code).replace('mail: { notify:', `mail: { language: '${PSEUDO}', confirmation: true, notify:`),
  'functions/contract/form-fields.ts': withLiterals,
  'functions/mail/messages.ts': withLiterals,
  'functions/webhooks/payload.ts': withLiterals,
  'functions/mail/answer-message.ts': withTexts,
  'functions/mail/left-out-message.ts': withTexts,
  'functions/mail/sender.ts': (code) =>
    code.replace(
      /^ {2}en: (\([^]*?`[^`]*`),$/m,
      (row, sentence: string) => `${row}\n  '${PSEUDO}': ${sentence.replace(/`[^`]*`/g, inQuotes)},`,
    ),
}
/** `en: { … }` of a record with the texts of each language; the names of its entries stay. */
function withTexts(code: string): string {
  return code.replace(
    /^ {2}en: (\{[^]*?^ {2}\}),$/m,
    (row, texts: string) =>
      `${row}\n  '${PSEUDO}': ${texts.replace(/'[^']*'(:?)|`[^`]*`/g, (text, colon = '') => (colon === '' ? inQuotes(text) : text))},`,
  )
}
/** `{ ko: …, en: … }` in a source. */
function withLiterals(code: string): string {
  return code.replace(
    /\ben: ?\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/g,
    (whole, literal: string) => `${whole}, '${PSEUDO}': ${inQuotes(literal)}`,
  )
}
const columns = (table: string, names: readonly string[]) =>
  names.map((name) => `ALTER TABLE ${table} ADD COLUMN ${name.replace('*', PSEUDO_FIELD)} TEXT NOT NULL DEFAULT '';`)
const MIGRATION = [
  ...['board_item', 'board_version', 'board_draft'].flatMap((table) => columns(table, ['subject*', 'contents*'])),
  ...columns('download', ['title*', 'category*']),
  ...columns('saved_answer', ['text*']),
  ...columns('sub_category', ['sub_category*_name']),
].join('\n')

const isProduct = (file: string) =>
  /^(?:(?:app|functions|public)\/|app\.config\.ts$|package(?:-lock)?\.json$|tsconfig\.json$|wrangler\.toml$)/.test(file)

/**
 * A copy of the sources with the language added. Gives its folder, and the product files that were changed for it, with its migration. Its
 * own catalogues and documents are not among them.
 */
export async function pseudoSources(): Promise<{ folder: string; changed: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-en-xa-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const changed: string[] = []
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  for (const file of files.filter(isProduct)) {
    const source = join(ROOT, file)
    const own = file.replace(/\/en(?=[/.])|\.en(?=\.md$)/, (found) => found.replace('en', PSEUDO))
    if (/^app\/i18n\/.*\.json$/.test(file)) {
      const before = JSON.parse(await readFile(source, 'utf8')) as Node
      const catalogue = withVariants(before)
      await write(file, JSON.stringify(catalogue))
      if (JSON.stringify(catalogue) !== JSON.stringify(before)) changed.push(file)
      if (own !== file)
        await write(own, JSON.stringify(mapTexts(catalogue, /countries/.test(file) ? accented : longer)))
    } else if (file.endsWith('.en.md')) {
      await cp(source, join(folder, file), { recursive: true })
      await write(own, pseudoDocument(await readFile(source, 'utf8')))
    } else if (basename(file) === 'sub-categories.json') {
      const rows = JSON.parse(await readFile(source, 'utf8')) as { name: Record<string, string> }[]
      const named = rows.map((row) => ({ ...row, name: { ...row.name, [PSEUDO]: accented(row.name.en ?? '') } }))
      await write(file, JSON.stringify(named))
      changed.push(file)
    } else if (SOURCES[file]) {
      await write(file, SOURCES[file](await readFile(source, 'utf8')))
      changed.push(file)
    } else await cp(source, join(folder, file), { recursive: true })
  }
  const migration = 'functions/database/migrations/9999_pseudo_language.sql'
  await write(migration, `${MIGRATION}\n`)
  return { folder, changed: [...changed, migration] }
}

function pseudoDocument(file: string): string {
  const { data, content } = readFrontMatter(file)
  const named = Object.entries(data as Record<string, unknown>).map(([key, value]) =>
    /^(?:title|subject)$/.test(key) ? [key, accented(String(value))] : [key, value],
  )
  const [, yaml = ''] = /^---\r?\n([^]*?)\r?\n---/.exec(file) ?? []
  const own = Object.fromEntries(named) as Record<string, unknown>
  const lines = yaml.split('\n').map((line) => {
    const [key = ''] = line.split(':')
    return key in own && own[key] !== (parse(line) as Record<string, unknown>)[key]
      ? `${key}: ${JSON.stringify(own[key])}`
      : line
  })
  return `---\n${lines.join('\n')}\n---\n${longerLines(content)}`
}
