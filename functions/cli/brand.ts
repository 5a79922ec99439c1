import { parseArgs } from 'node:util'
import { registry } from '../brand/registry.ts'
import { checkBrand } from './brand/check-brand.ts'
import { newBrand } from './brand/new/new-brand.ts'
import { QUESTIONS } from './brand/new/questions.ts'
import { previewBrand, requirePreviewable } from './brand/preview/preview-brand.ts'
import { OperatorError, runCommand } from './settings.ts'

const IDS = [registry.default, ...registry.partners].map(({ id }) => id)
const USAGE = `npm run brand -- check ID            reports on one brand before the site is built, where ID is one of: ${IDS.join(', ')}
npm run brand -- check ID --preview  also shows every page of it on this machine, beside the default brand
npm run brand -- new                 adds a brand: asks, writes its entry, draws its pictures, shows it and says what the partner has to do
npm run brand -- new --no-preview    the same without building and showing it

Flags of new, for what shall not be asked:
${QUESTIONS.map(({ flag, asks, example }) => `  --${flag} '${example}'\n      ${asks}`).join('\n')}`

const PREVIEW = 'preview'
const HELP = 'help'

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      allowNegative: true,
      options: {
        [PREVIEW]: { type: 'boolean' },
        [HELP]: { type: 'boolean' },
        ...Object.fromEntries(QUESTIONS.map(({ flag }) => [flag, { type: 'string' as const }])),
      },
    })
    const { [PREVIEW]: preview, [HELP]: help, ...answers } = values
    const given = Object.entries(answers).flatMap(([flag, answer]) =>
      typeof answer === 'string' ? [[flag, answer] as const] : [],
    )
    return { positionals, preview, help, given: Object.fromEntries(given) }
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

/** `npm run brand`: checks a brand, or adds one. The exit code is 1 if it has problems. */
await runCommand(async () => {
  const { positionals, preview, help, given } = readArguments()
  if (help) return console.log(USAGE)
  const [action, id, ...more] = positionals
  if (action === 'new' && id === undefined) return newBrand(registry, given, preview !== false)
  if (action !== 'check' || id === undefined || more.length > 0 || Object.keys(given).length > 0)
    throw new OperatorError(USAGE)
  if (preview) await requirePreviewable()
  if (!(await checkBrand(registry, id))) {
    process.exitCode = 1
    return
  }
  const entry = [registry.default, ...registry.partners].find((each) => each.id === id)
  if (preview && entry) for (const line of await previewBrand(entry, registry.default)) console.log(line)
})
