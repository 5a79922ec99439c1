import { hexId, type Zone } from './account.ts'
import { ApiRefusal, notFound } from './api-error.ts'
import { Enveloped, listed, type Call, type Route } from './call.ts'

function zoneOf({ account, params }: Call): Zone {
  const zone = account.zones.find(({ id }) => id === params.zone)
  if (!zone) throw notFound(`zone ${params.zone}`, 7003)
  return zone
}

const isInZone = (host: string, { name }: Zone) => host === name || host.endsWith(`.${name}`)

/** Zones, their records, settings, routes and custom hostnames; the custom domains of Workers. */
export const zoneRoutes: Route[] = [
  [
    'GET',
    '/zones',
    'Zone Read',
    (call) => {
      const name = call.query.get('name')
      const zones = call.account.zones.filter((zone) => name === null || zone.name === name)
      return listed(
        call,
        zones.map(({ id, name: own }) => ({ id, name: own, status: 'active', account: { id: call.account.id } })),
      )
    },
  ],
  [
    'GET',
    '/zones/:zone/settings/always_use_https',
    'Zone Settings Write',
    (call) => ({ id: 'always_use_https', value: zoneOf(call).settings.always_use_https }),
  ],
  [
    'PATCH',
    '/zones/:zone/settings/always_use_https',
    'Zone Settings Write',
    (call) => {
      const { value } = call.json<{ value: string }>()
      zoneOf(call).settings.always_use_https = value
      return { id: 'always_use_https', value }
    },
  ],
  [
    'GET',
    '/zones/:zone/dns_records',
    'DNS Write',
    (call) => {
      const name = call.query.get('name') ?? call.query.get('name.exact')
      return listed(
        call,
        zoneOf(call).records.filter((record) => name === null || record.name === name),
      )
    },
  ],
  [
    'POST',
    '/zones/:zone/dns_records',
    'DNS Write',
    (call) => {
      const zone = zoneOf(call)
      const record = { id: hexId(), ...call.json<Omit<Zone['records'][number], 'id'>>() }
      if (zone.records.some(({ name, type }) => name === record.name && type === record.type))
        throw new ApiRefusal(400, 81058, 'An identical record already exists.')
      zone.records.push(record)
      return record
    },
  ],
  ['GET', '/zones/:zone/workers/routes', 'Workers Routes Write', (call) => listed(call, zoneOf(call).routes)],
  [
    'GET',
    '/zones/:zone/custom_hostnames',
    'SSL and Certificates Write',
    (call) => {
      const zone = zoneOf(call)
      if (!zone.hasCustomHostnames)
        throw new ApiRefusal(403, 1404, 'No quota has been allocated for this zone. Enable Cloudflare for SaaS.')
      const host = call.query.get('hostname')
      return listed(
        call,
        zone.customHostnames.filter(({ hostname }) => host === null || hostname === host),
      )
    },
  ],
  [
    'POST',
    '/zones/:zone/custom_hostnames',
    'SSL and Certificates Write',
    (call) => {
      const zone = zoneOf(call)
      const { hostname, ssl } = call.json<{ hostname: string; ssl: object }>()
      if (zone.customHostnames.some((one) => one.hostname === hostname))
        throw new ApiRefusal(409, 1406, 'Duplicate custom hostname found.')
      const created = {
        id: hexId(),
        hostname,
        status: 'pending',
        ssl: { ...ssl, status: 'pending_validation' },
        ownership_verification: { type: 'txt', name: `_cf-custom-hostname.${hostname}`, value: hexId() },
      }
      zone.customHostnames.push(created)
      return created
    },
  ],
  [
    'GET',
    '/zones/:zone/custom_hostnames/fallback_origin',
    'SSL and Certificates Write',
    (call) => {
      const { fallbackOrigin } = zoneOf(call)
      if (fallbackOrigin === null) throw new ApiRefusal(404, 1551, 'Resource not found')
      return { origin: fallbackOrigin, status: 'active' }
    },
  ],
  [
    'PUT',
    '/zones/:zone/custom_hostnames/fallback_origin',
    'SSL and Certificates Write',
    (call) => {
      const zone = zoneOf(call)
      const { origin } = call.json<{ origin: string }>()
      if (!zone.records.some(({ name, proxied }) => name === origin && proxied))
        throw new ApiRefusal(400, 1550, 'The fallback origin needs a proxied DNS record in this zone.')
      zone.fallbackOrigin = origin
      return { origin, status: 'initializing' }
    },
  ],
  [
    'GET',
    '/accounts/:account/workers/domains',
    'Workers Scripts Write',
    (call) => {
      const host = call.query.get('hostname')
      return listed(
        call,
        call.account.domains.filter(({ hostname }) => host === null || hostname === host),
      )
    },
  ],
  [
    'POST',
    '/accounts/:account/workers/scripts/:script/domains/changeset',
    'Workers Scripts Write',
    (call) => {
      const origins = call.json<{ hostname: string }[]>()
      const known = (hostname: string) => call.account.domains.find((one) => one.hostname === hostname)
      return {
        added: origins.filter(({ hostname }) => !known(hostname)),
        removed: [],
        updated: origins.flatMap(({ hostname }) => {
          const domain = known(hostname)
          return domain ? [{ ...domain, modified: domain.service !== call.params.script }] : []
        }),
        conflicting: origins.filter(
          ({ hostname }) =>
            !known(hostname) && call.account.zones.some(({ records }) => records.some(({ name }) => name === hostname)),
        ),
      }
    },
  ],
  [
    'PUT',
    '/accounts/:account/workers/scripts/:script/domains/records',
    'Workers Scripts Write',
    (call) => {
      const { origins, override_existing_dns_record, override_existing_origin } = call.json<{
        origins: { hostname: string }[]
        override_existing_dns_record: boolean
        override_existing_origin: boolean
      }>()
      const service = String(call.params.script)
      const wanted = origins.map(({ hostname }) => {
        const zone = call.account.zones.find((one) => isInZone(hostname, one))
        if (!zone) throw new ApiRefusal(400, 100116, `No zone of this account has the hostname ${hostname}.`)
        const existing = call.account.domains.find((one) => one.hostname === hostname)
        if (existing && existing.service !== service && !override_existing_origin)
          throw new ApiRefusal(409, 100115, `${hostname} is a domain of another Worker.`)
        if (!existing && zone.records.some(({ name }) => name === hostname) && !override_existing_dns_record)
          throw new ApiRefusal(409, 100117, `${hostname} already has externally managed DNS records.`)
        return (
          existing ?? {
            id: hexId(),
            hostname,
            service,
            zone_id: zone.id,
            zone_name: zone.name,
            environment: 'production',
          }
        )
      })
      // The whole state of this Worker: what is not named is no domain of it any more.
      call.account.domains = [
        ...call.account.domains.filter((one) => one.service !== service && !wanted.some(({ id }) => id === one.id)),
        ...wanted.map((one) => ({ ...one, service })),
      ]
      return wanted
    },
  ],
  [
    'PUT',
    '/accounts/:account/workers/scripts/:script/routes',
    'Workers Routes Write',
    (call) => {
      const script = String(call.params.script)
      const routes = call.json<{ pattern: string; zone_id?: string; zone_name?: string }[]>()
      for (const zone of call.account.zones) zone.routes = zone.routes.filter((one) => one.script !== script)
      for (const { pattern, zone_id, zone_name } of routes) {
        const zone = call.account.zones.find(({ id, name }) => id === zone_id || name === zone_name)
        if (!zone) throw new ApiRefusal(400, 10020, `No zone of this account belongs to the route ${pattern}.`)
        zone.routes.push({ id: hexId(), pattern, script })
      }
      return new Enveloped({ success: true, errors: [], messages: [], result: routes })
    },
  ],
]
