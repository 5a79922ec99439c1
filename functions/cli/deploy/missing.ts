import type { RegistryEntries } from '../../brand/schema.ts'
import { secretOf, siteKeyOf } from '../../contract/site-keys.ts'
import { placeholdersOf } from '../brand/entry-checks.ts'
import { switchOnSaas } from './domains.ts'
import { zoneOf } from './hosts-and-zones.ts'
import { changedTexts } from './legal-texts.ts'
import type { Release } from './plan.ts'
import type { Survey } from './survey.ts'

const ZONES = 'Zone, Zone: Read'
/** Without any of these it is the token that is wrong, or the account. */
const FIRST_READ = ['Account, Workers Scripts: Edit', 'Account, D1: Edit', 'Account, Workers KV Storage: Edit', ZONES]

/** Something without which the site would not be right, and how to get it. */
export interface Missing {
  what: string
  how: string
}

/** Brands whose texts and hosts are still those of the example. */
export const placeholderLines = ({ default: first, partners }: RegistryEntries): Missing[] =>
  [first, ...partners].flatMap((entry) => {
    const settings = placeholdersOf(entry)
    return settings.length === 0
      ? []
      : [
          {
            what: `${entry.id}: placeholders in ${settings.join(', ')}`,
            how: 'fill them in in functions/brand/registry.ts, or remove the brand',
          },
        ]
  })

/**
 * Secret keys that a brand needs and nobody has given.
 * @param vars of wrangler.toml
 * @param given value of TURNSTILE_SECRETS in the environment of the command
 * @param deployed names of the Worker's secrets
 */
export function missingSecrets(
  registry: RegistryEntries,
  vars: Record<string, string>,
  given: string,
  deployed: readonly string[],
): Missing[] {
  const lacking = [registry.default, ...registry.partners].flatMap(({ id, turnstile }) => {
    const set = siteKeyOf(vars.TURNSTILE_SITE_KEYS ?? '', id)
    const siteKey = set === undefined ? turnstile?.siteKey : set
    if (!siteKey) return []
    const isThere = given === '' ? deployed.includes('TURNSTILE_SECRETS') : secretOf(given, siteKey) !== null
    return isThere ? [] : [`${id}: ${siteKey}`]
  })
  return lacking.length === 0
    ? []
    : [
        {
          what: `the secret key of Turnstile for ${lacking.join(', ')}`,
          how: 'copy it from the widget in the dashboard (Turnstile) and run the command with TURNSTILE_SECRETS="0x4AAA=0x4SSS" in its environment; it becomes a secret of the Worker',
        },
      ]
}

/** What the account lacks. */
export function missingInAccount(survey: Survey, { texts, senders }: Pick<Release, 'texts' | 'senders'>): Missing[] {
  const home = survey.hosts[0]
  if (FIRST_READ.every((permission) => survey.forbidden.includes(permission)))
    return [
      {
        what: 'an API token that Cloudflare takes for this account',
        how: 'look at CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID, and at what the token may do (docs/deploying.md, The first hour, step 3)',
      },
    ]
  const knowsZones = !survey.forbidden.includes(ZONES)
  return [
    ...survey.forbidden
      // The plan may be looked up by a person.
      .filter((permission) => !permission.includes('Billing'))
      .map((permission) => ({
        what: `permission of the API token: ${permission}`,
        how: `add it to the token in the dashboard (Manage Account, Account API Tokens)${permission === ZONES ? '; what the zones lack is looked at only with it' : ''}`,
      })),
    ...(survey.isPaid === false
      ? [
          {
            what: 'the plan Workers Paid',
            how: 'choose it in the dashboard (Workers & Pages, Plans): on Workers Free a page has 10 ms of processor time, which does not render one',
          },
        ]
      : []),
    ...(home && home.zone === null && knowsZones
      ? [
          {
            what: `the zone of ${home.host}`,
            how: 'add the domain to the account in the dashboard (Domains) and set its name servers at your registrar',
          },
        ]
      : []),
    ...(home?.zone && !survey.hasCustomHostnames
      ? [{ what: `Cloudflare for SaaS in the zone ${home.zone.name}`, how: switchOnSaas(home.zone) }]
      : []),
    ...senders
      .filter((domain) => knowsZones && !zoneOf(domain, survey.zones))
      .map((domain) => ({
        what: `the zone of the sender ${domain}`,
        how: 'add the domain to the account, or write another sender: MAIL_FROM in wrangler.toml, or mail.from in functions/brand/registry.ts',
      })),
    ...(survey.secrets.includes('ADMIN_TOKEN')
      ? [
          {
            what: 'a Worker without the secret ADMIN_TOKEN, which is for a local site only',
            how: 'npx wrangler secret delete ADMIN_TOKEN',
          },
        ]
      : []),
    ...changedTexts(survey.sealed, texts).map((what) => ({
      what,
      how: 'docs/operating.md, How to add: a legal version',
    })),
  ]
}

export const missingLines = (missing: readonly Missing[]): string[] =>
  missing.flatMap(({ what, how }) => [`  - ${what}`, `    ${how}`])
