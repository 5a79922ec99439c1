import { parse } from 'yaml'

/** A Markdown file's front matter (YAML 1.2, where a date is a text), empty where it has none, and the text below. */
export function readFrontMatter(file: string): { data: unknown; content: string } {
  const [, yaml, content] = /^---\r?\n([^]*?)\r?\n---(?:\r?\n|$)([^]*)$/.exec(file) ?? []
  return yaml === undefined || content === undefined ? { data: {}, content: file } : { data: parse(yaml), content }
}
