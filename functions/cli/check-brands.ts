import { checkEntries } from '../brand/entry-checks.ts'
import { registry } from '../brand/registry.ts'
import { legalTexts, periodFindings } from './legal-texts.ts'

/* A part of `npm run check`: a line for each thing that is wrong with a brand, with what to do. Exits with 1 where there is a problem. */
const now = new Date()
const entries = [...checkEntries(registry), ...periodFindings(registry, await legalTexts(now), now)]
for (const { id, problems, notes } of entries) {
  for (const problem of problems) console.error(`WRONG ${id}: ${problem} (functions/brand/registry.ts)`)
  for (const note of notes) console.log(`note  ${id}: ${note}`)
}
if (entries.some(({ problems }) => problems.length > 0)) process.exitCode = 1
else console.log(`${1 + registry.partners.length} brands: colours, symbol, sender, texts and periods are right.`)
