import { expect, test } from 'vitest'
import { brands } from '../../../../../functions/brand/hosts.ts'
import { previewConfig, previewNames } from '../../../../../functions/cli/deploy/preview-config.ts'
import { envSchema } from '../../../../../functions/env.ts'

/* A preview has nothing of the site: no storage, limit, upstream, sender or secret. */
const SITE = 'site-of-production'
const built = {
  name: 'site',
  vars: Object.fromEntries(
    [
      'UPSTREAM_URL',
      'MAIL_FROM',
      'CANARY',
      'ACCESS_AUD',
      'ACCESS_TEAM_DOMAIN',
      'ADMIN_ORIGIN',
      'TURNSTILE_SITE_KEYS',
      'A_LATER_SETTING',
    ].map((name) => [name, SITE]),
  ),
  kv_namespaces: [{ binding: 'CACHE', id: SITE }],
  d1_databases: [{ binding: 'DB', database_id: SITE, database_name: SITE }],
  r2_buckets: [{ binding: 'FILES', bucket_name: SITE }],
  ratelimits: [{ name: 'READ_LIMIT', namespace_id: '1011' }],
  send_email: [{ name: SITE }],
  queues: { producers: [{ queue: SITE }], consumers: [{ queue: SITE }] },
  triggers: { crons: [SITE] },
}

test('a preview has nothing of the site', () => {
  const config = previewConfig(built, previewNames('site', 'preview'), { kv: 'own', d1: 'own' }, brands)
  expect(JSON.stringify(config)).not.toContain(SITE)
  expect(config).toMatchObject({ name: 'site-preview', workers_dev: true, ratelimits: [{ namespace_id: '91011' }] })
  const { TURNSTILE_SITE_KEYS } = (config as { vars: Record<string, string> }).vars
  expect(envSchema.shape.TURNSTILE_SITE_KEYS.safeParse(TURNSTILE_SITE_KEYS).success).toBe(true)
})

test('previews of several names share nothing, and a name that is none is refused', () => {
  const names = ['preview', 'menu', 'menu-2'].flatMap((label) => Object.values(previewNames('site', label)))
  // The Worker and its database have one name, and there is no queue.
  expect(new Set(names.filter(Boolean)).size).toBe(9)
  for (const label of ['', 'Menu', 'feature/menu', '2', 'a'.repeat(21)])
    expect(() => previewNames('site', label)).toThrow('is no name of a preview')
})
