import { checkEntries } from '../brand/entry-checks.ts'
import { registry } from '../brand/registry.ts'

/* A part of `npm run check`: a line for each thing that is wrong with a brand, with what to do. Exits with 1 where there is a problem. */
const entries = checkEntries(registry)
for (const { id, problems, notes } of entries) {
  for (const problem of problems) console.error(`WRONG ${id}: ${problem} (functions/brand/registry.ts)`)
  for (const note of notes) console.log(`note  ${id}: ${note}`)
}
if (entries.some(({ problems }) => problems.length > 0)) process.exitCode = 1
else console.log(`${entries.length} brands: colours, symbol, sender and texts are right.`)
