import type { Locale } from '../../functions/contract/languages.ts'
import { files, readJson } from './tree.ts'

type Node = string | { [key: string]: Node }

const flatten = (node: Node, path: string[] = []): [key: string, text: string][] =>
  typeof node === 'string'
    ? [[path.join('.'), node]]
    : Object.entries(node).flatMap(([key, child]) => flatten(child, [...path, key]))

/** Names of a language's catalogues, sorted. */
export const namespacesOf = (locale: Locale): string[] =>
  files.flatMap((file) => new RegExp(`^app/i18n/${locale}/(.*)\\.json$`).exec(file)?.[1] ?? []).toSorted()

/** Texts of a catalogue by key. */
export const catalogue = (locale: Locale, namespace: string): Map<string, string> =>
  new Map(flatten(readJson<Node>(`app/i18n/${locale}/${namespace}.json`)))

/** Every Korean text of the interface. */
export const koreanTexts = namespacesOf('ko').flatMap((namespace) => [...catalogue('ko', namespace).values()])
