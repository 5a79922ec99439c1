import type { BrandEntry } from '../schema.ts'

export interface TextReport {
  problems: string[]
  notes: string[]
}

const HANGUL = /\p{Script=Hangul}/u
/** What the registry came with and nobody has replaced yet. */
const PLACEHOLDER = /\.example\b|example|예시|보기|홍길동|0{3}-?0{2,4}-?0{3}/i

function* leaves(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* leaves(item, path ? `${path}.${key}` : key)
}

/** What is missing among a brand's texts, and what waits to be replaced. */
export function checkTexts(entry: BrandEntry): TextReport {
  const { name, company, partners, hosts, origin, portal } = entry
  const all = [...leaves({ name, company, partners, hosts, origin, portal }, '')]
  const empty = all.filter(([, text]) => text.trim() === '').map(([path]) => `${path}: it is missing`)
  const mixed = all
    .filter(([path, text]) => path.endsWith('.en') && HANGUL.test(text))
    .map(([path, text]) => `${path}: "${text}" has Hangul, which English pages never show`)
  const latin = all
    .filter(([path, text]) => /^company\.(?:name|representative|address)\.ko$/.test(path) && !HANGUL.test(text))
    .map(([path, text]) => `${path}: "${text}" has no Hangul; is it translated?`)
  const waiting = all
    .filter(([path, text]) => !path.startsWith('partners.') && PLACEHOLDER.test(text))
    .map(([path]) => path)
  return {
    problems: [...empty, ...mixed],
    notes: [...latin, ...(waiting.length > 0 ? [`still placeholders: ${waiting.join(', ')}`] : [])],
  }
}
