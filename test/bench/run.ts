import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../functions/operator/children.ts'
import { chaos } from './chaos.ts'

/*
 * `npm run bench`: every benchmark, or those named (`npm run bench -- chaos`), on a fresh build. Each prints its table; the
 * figures go to test/bench/results.json, those of other benchmarks left as they are.
 */
const RESULTS = join(import.meta.dirname, 'results.json')

/** Each gives its figures and throws where a promise is broken. */
const benchmarks: Record<string, () => Promise<unknown>> = {
  chaos: async () => {
    const runs = {
      'misbehaving': await chaos({ inquiries: 1000, atOnce: 20, kills: 3, share: 0.6, seed: 1 }),
      'down throughout': await chaos({ inquiries: 1000, atOnce: 20, kills: 3, share: 1, seed: 2 }),
    }
    console.table(runs)
    for (const [name, { lost, twiceByKey, mixedUp, unknown, secondReceipts }] of Object.entries(runs)) {
      if (lost + twiceByKey + mixedUp + unknown + secondReceipts > 0) throw new Error(`Inquiries were lost, doubled or mixed up (${name}).`)
    }
    return runs
  },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(1)
}
await run('vite', ['build', '--config', 'app.config.ts'], 'The build')
for (const name of asked.length > 0 ? asked : Object.keys(benchmarks)) {
  console.log(`\n── ${name}`)
  const figures = await benchmarks[name]?.()
  const known = existsSync(RESULTS) ? (JSON.parse(await readFile(RESULTS, 'utf8')) as object) : {}
  await writeFile(RESULTS, `${JSON.stringify({ ...known, [name]: figures }, null, 2)}\n`)
}
process.exit()
