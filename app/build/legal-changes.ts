import { diffWordsWithSpace } from 'diff'
import { readFrontMatter } from '../../functions/publishing/front-matter.ts'
import { xmlText } from '../seo/xml.ts'

/** What became of an article between two versions. */
export interface ArticleChange {
  /** Of the newer version; of the older one where the article was removed. */
  heading: string
  state: 'changed' | 'added' | 'removed' | 'same'
  /** The text with `<ins>` and `<del>`, line by line; empty where nothing changed. With placeholders of the brand. */
  html: string
}

interface Article {
  heading: string
  subject: string
  text: string
}

/** Two articles are about the same if they share this part of their words. Found by trying: other pairs share less than a fifth. */
const SAME_SUBJECT = 0.35

/** A part for some brands, with its words, or a placeholder. */
const PLACEHOLDER = /\{\{[#^](\w+)\}\}.*?\{\{\/\1\}\}|\{\{[^{}]*\}\}/g
/** While texts are compared, a placeholder is one character of the private use area, so that no mark falls into it. */
const HIDDEN = 0xe000

/** Compares two versions of a document article by article. Both are Markdown with front matter, in the same language. */
export function changesBetween(older: string, newer: string): ArticleChange[] {
  const placeholders = [...new Set(`${older}${newer}`.match(PLACEHOLDER))]
  const hide = (markdown: string) =>
    markdown.replace(PLACEHOLDER, (placeholder) => String.fromCharCode(HIDDEN + placeholders.indexOf(placeholder)))
  return comparedArticles(hide(older), hide(newer)).map(({ html, ...change }) => ({
    ...change,
    html: html.replace(/[\uE000-\uF8FF]/g, (hidden) =>
      xmlText((placeholders[hidden.charCodeAt(0) - HIDDEN] ?? '').replace(/\*\*|`/g, '')),
    ),
  }))
}

function comparedArticles(older: string, newer: string): ArticleChange[] {
  const left = articlesOf(older)
  const changes = articlesOf(newer).map((article): ArticleChange => {
    const before = takeMostSimilar(left, article)
    if (!before) return { heading: article.heading, state: 'added', html: marked('ins', article.text) }
    if (before.text === article.text) return { heading: article.heading, state: 'same', html: '' }
    const html = diffWordsWithSpace(before.text, article.text)
      .map(({ value, added, removed }) =>
        added ? marked('ins', value) : removed ? marked('del', value) : lines(value),
      )
      .join('')
    return { heading: article.heading, state: 'changed', html }
  })
  const removed = left.map(({ heading, text }) => ({ heading, state: 'removed', html: marked('del', text) }) as const)
  return [...changes, ...removed]
}

function articlesOf(markdown: string): Article[] {
  const [, ...sections] = readFrontMatter(markdown).content.split(/^## /m)
  return sections.map((section) => {
    const [heading = '', ...rest] = section.split('\n')
    return { heading, subject: heading.replace(/^(?:Article \d+\.\s*|제\d+조\s*)/, ''), text: plainText(rest) }
  })
}

/** The words of Markdown lines, without the marks of lists, tables, emphasis, code and links. */
const plainText = (source: string[]): string =>
  source
    .filter((line) => line.trim() !== '' && !/^\|[\s|:-]+\|$/.test(line))
    .map((line) =>
      line
        .replace(/^\s*(?:[-*]|\d+\.)\s+/, '')
        .replace(/^\||\|$/g, '')
        .replace(/\s*\|\s*/g, ' · ')
        .replace(/\*\*|`/g, '')
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .trim(),
    )
    .join('\n')

/** Takes the article with the same subject, else the one that shares most words. */
function takeMostSimilar(articles: Article[], { subject, text }: Article): Article | undefined {
  const scores = articles.map((other) => (other.subject === subject ? 1 : sharedWords(other.text, text)))
  const best = Math.max(0, ...scores)
  return best >= SAME_SUBJECT ? articles.splice(scores.indexOf(best), 1)[0] : undefined
}

/** Dice coefficient of the sets of words, 0 to 1. */
function sharedWords(one: string, other: string): number {
  const [a, b] = [new Set(one.split(/\s+/)), new Set(other.split(/\s+/))]
  return (2 * [...a].filter((word) => b.has(word)).length) / (a.size + b.size)
}

const lines = (text: string): string => xmlText(text).replaceAll('\n', '<br>')
/** Marks each line on its own, so that no mark crosses a line break. */
const marked = (tag: 'ins' | 'del', text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `<${tag}>${xmlText(line)}</${tag}>`))
    .join('<br>')
