/*
 * Runs a command of this folder: `node functions/cli/command.js start`. Plain JavaScript without a dependency, so that
 * the Node.js of any machine can say in one line what is missing instead of failing with a stack.
 */
import { existsSync, readFileSync } from 'node:fs'

const OLDEST = [22, 18]
const [, , name, ...rest] = process.argv
const root = new URL('../../', import.meta.url)

/** What keeps every command from running, in one line; undefined where nothing does. */
function obstacle() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  const missing = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (dependency) => !existsSync(new URL(`node_modules/${dependency}/package.json`, root)),
  )
  if (missing.length > 0)
    return `Not installed: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ` and ${missing.length - 3} more` : ''}. Run npm install first.`
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    return `This is Node.js ${process.versions.node}, too old for the site. npm install brings the right one, and npm run finds it: use npm start and npm run, not node itself.`
}

const reason = obstacle()
if (reason) {
  console.error(reason)
  process.exit(1)
}
process.argv = [process.argv[0], name, ...rest]
await import(new URL(`${name}.ts`, import.meta.url).href)
