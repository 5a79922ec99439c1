import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { registry } from '../registry.server.ts'
import { printed } from './printed.ts'
import { reportOf } from './report.ts'
import { swatchPage } from './swatch-page.ts'

/*
 * `npm run brand -- check ID`: what an operator wants to know of a partner before the site is built. Exit code 1 where
 * something must be mended. It lives here, not with the other commands: functions/ never imports app/ (docs/decisions/016).
 */
const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, '.brand')

const ids = [registry.default, ...registry.partners].map(({ id }) => id)
const [action, id, ...more] = process.argv.slice(2)

async function check(id: string): Promise<number> {
  const report = reportOf(registry, id)
  if (!report) {
    console.error(`No brand has the id "${id}". The registry has: ${ids.join(', ')}.`)
    return 1
  }
  console.log(printed(report))
  if (report.palette) {
    await mkdir(FOLDER, { recursive: true })
    const file = join(FOLDER, `${id}.html`)
    await writeFile(file, await swatchPage(report, report.palette))
    console.log(`\nSwatches to look at: ${relative(process.cwd(), file)}`)
  }
  return report.problems.length > 0 ? 1 : 0
}

if (action === 'check' && id !== undefined && more.length === 0) process.exitCode = await check(id)
else {
  console.error(`npm run brand -- check ID, where ID is one of: ${ids.join(', ')}.`)
  process.exitCode = 1
}
