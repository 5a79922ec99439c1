/*
 * Runs a command of this folder: `node functions/cli/command.js start`. Plain JavaScript without a dependency, so that any
 * Node.js can say in one line what is missing.
 */
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'

/** The oldest Node.js that runs TypeScript files. */
const OLDEST = [22, 18]
const [executable, , name, ...rest] = process.argv
const root = new URL('../../', import.meta.url)

/** What prevents every command from running, in one line, or undefined. */
function obstacle() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  const missing = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (dependency) => !existsSync(new URL(`node_modules/${dependency}/package.json`, root)),
  )
  if (missing.length > 0)
    return `Not installed: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ` and ${missing.length - 3} more` : ''}. Run npm install first.`
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    return `Node.js ${process.versions.node} is too old for the site. npm install brings the right one for Linux and Windows, and npm run uses it: run npm start and npm run, not node itself. On another machine install Node.js 24.`
}

const reason = obstacle()
if (reason) {
  console.error(reason)
  process.exit(1)
}
// wrangler is large: what was compiled once is kept in the machine's folder for temporary files.
module.enableCompileCache()
process.argv = [executable, name, ...rest]
await import(new URL(`${name}.ts`, import.meta.url).href)
