import type { Measured } from '../palette/pairs.ts'
import type { BrandReport } from './report.ts'

const inTwo = (ratio: number) => (Math.floor(ratio * 100) / 100).toFixed(2)

/** The contrast table: pair, ratio, need, whether it passes, where it is seen. */
function contrastLines(contrast: Measured[]): string[] {
  const rows = contrast.map(
    ({ front, ground, ratio, needed, ok, where }) =>
      [`${front} on ${ground}`, inTwo(ratio), String(needed), ok ? 'ok' : 'FAILS', where] as const,
  )
  const wide = Math.max(...rows.map(([pair]) => pair.length))
  return [
    `${'pair'.padEnd(wide)}  ratio  need  ok     where`,
    ...rows.map(
      ([pair, ratio, need, ok, where]) =>
        `${pair.padEnd(wide)}  ${ratio.padStart(5)}  ${need.padStart(4)}  ${ok.padEnd(5)}  ${where}`,
    ),
  ]
}

const section = (title: string, lines: string[]): string => `\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`

/** The report as text for a terminal. */
export function printed({ entry, isDefault, isWhole, palette, contrast, logo, problems, notes }: BrandReport): string {
  const faults = section(
    problems.length > 0 ? `Problems: ${problems.length}` : 'Problems',
    problems.length > 0 ? problems : ['none'],
  )
  if (!isWhole) return `${entry.id}: the entry is not whole yet\n${faults}`
  const { id, name, hosts, origin, indexing, whiteLabel, features = {}, seed } = entry
  const parts = [
    `${id}: ${name.ko} / ${name.en}`,
    section('Hosts', [
      isDefault
        ? `every host that is no partner’s${hosts.length > 0 ? `, and ${hosts.join(', ')}` : ''}`
        : hosts.join(', '),
      `origin ${origin}, ${indexing === 'own' ? 'found under it by search engines' : 'credited to the default brand by search engines'}`,
    ]),
    section('White-label header', [whiteLabel]),
    section('Features', [
      `FAQ search ${features.faqSearch ? 'on' : 'off'}, portal button in the header ${features.portalInHeader ? 'on' : 'off'}`,
    ]),
    ...(palette
      ? [
          section(
            `Colours from the seed ${seed}`,
            Object.entries(palette).map(([role, hex]) => `${role.padEnd(20)} ${hex}`),
          ),
          section(
            `Contrast, ${contrast.filter(({ ok }) => ok).length} of ${contrast.length} pairs pass`,
            contrastLines(contrast),
          ),
        ]
      : []),
    section('Logo', logo),
    section('Notes', notes.length > 0 ? notes : ['none']),
    faults,
  ]
  return parts.join('\n')
}
