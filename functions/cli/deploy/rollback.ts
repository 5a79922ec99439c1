import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { registry } from '../../brand/registry.ts'
import { migrationNames } from '../local-state.ts'
import { CONFIG, OperatorError, ROOT } from '../settings.ts'
import { readWorkerConfig } from '../worker-config.ts'
import { signIn } from './cloudflare.ts'
import { confirm } from './confirm.ts'
import { brandHosts } from './hosts-and-zones.ts'
import { resourceNames } from './resources.ts'
import { waitForVersion } from './site-checks.ts'
import { surveyAccount } from './survey.ts'
import { giveVisitors, requireWayBack, versionBefore } from './versions.ts'

/** First line of a migration on which the release before does not work (docs/operating.md). */
const ENDS_WAY_BACK = /^-- No way back: /

/** Puts the version before today's back. @throws OperatorError where there is none, or where a migration forbids it */
export async function rollBack(isAgreed: boolean): Promise<void> {
  const cloudflare = await signIn()
  const names = resourceNames(readWorkerConfig())
  const survey = await surveyAccount(cloudflare, names, brandHosts(registry))
  if (!survey.worker) throw new OperatorError('Nothing is deployed.')
  const target = versionBefore(survey.worker)
  if (!target) throw new OperatorError('There is no version before the live one.')
  const migrations = await Promise.all(
    (await migrationNames()).map(async (name) => ({
      name,
      endsWayBack: ENDS_WAY_BACK.test(await readFile(join(ROOT, 'functions/database/migrations', name), 'utf8')),
    })),
  )
  requireWayBack(target, survey.migrations, migrations)
  if (!isAgreed) await confirm(`Version ${survey.worker.live.id} goes, and version ${target.id} comes back.`)
  await giveVisitors(CONFIG, target.id, { message: `put back in place of ${survey.worker.live.id}` })
  const host = survey.hosts.find(({ worker }) => worker === names.script)?.host
  if (host !== undefined && !(await waitForVersion(host, target.id, {}, 120_000)))
    throw new OperatorError(
      `Version ${target.id} has all visitors, but https://${host}/healthz does not say so yet. Run npm run doctor.`,
    )
  console.log(`Live: version ${target.id}. Tables stay as they are.`)
}
