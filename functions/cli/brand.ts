import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { registry } from '../brand/registry.ts'
import { printed, reportOf } from './brand/report.ts'
import { senderLines } from './brand-sender.ts'
import { swatchPage } from './brand/swatch-page.ts'
import { ownNetwork } from './doctor/network.ts'
import { OperatorError, ROOT, runCommand } from './settings.ts'

const FOLDER = join(ROOT, '.brand')

/** `npm run brand -- check ID`: reports on one brand before the site is built. The exit code is 1 if it has problems. */
await runCommand(async () => {
  const ids = [registry.default, ...registry.partners].map(({ id }) => id)
  const [action, id, ...more] = process.argv.slice(2)
  if (action !== 'check' || id === undefined || more.length > 0)
    throw new OperatorError(`npm run brand -- check ID, where ID is one of: ${ids.join(', ')}.`)
  const report = reportOf(registry, id)
  if (!report) throw new OperatorError(`No brand has the id "${id}". The registry has: ${ids.join(', ')}.`)
  console.log([printed(report), ...(await senderLines(report.entry, ownNetwork()))].join('\n'))
  if (report.palette) {
    await mkdir(FOLDER, { recursive: true })
    const file = join(FOLDER, `${id}.html`)
    await writeFile(file, await swatchPage(report, report.palette))
    console.log(`\nSwatches to look at: ${relative(process.cwd(), file)}`)
  }
  if (report.problems.length > 0) process.exitCode = 1
})
