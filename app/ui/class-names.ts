import { createHash } from 'node:crypto'
import { relative } from 'node:path'

const given = new Map<string, string>()

/**
 * A short name for a class of a CSS module, the same in every build and on both sides: two thirds of a home page's class attributes were
 * the long ones.
 * @throws Error where two classes would share a name
 */
export function shortClassName(name: string, file: string): string {
  const full = `${relative(process.cwd(), file.split('?')[0] ?? file)}:${name}`
  const short = createHash('sha256').update(full).digest('base64').replace(/[^A-Za-z]/g, '').slice(0, 4)
  if ((given.get(short) ?? full) !== full) throw new Error(`The classes ${full} and ${given.get(short)} would share the name ${short}; rename one of them.`)
  given.set(short, full)
  return short
}
