import { brands } from '../brand/hosts.ts'
import { brandToken } from '../contract/brand-token.ts'
import type { Settings } from './settings.ts'

/** What `npm start` and `npm run dev` print once the site answers (docs/contract.md#1): a link for all brands, and one for each. */
export async function readyLines(origin: string, { vars }: Pick<Settings, 'vars'>): Promise<string> {
  const link = (token: string) => `${origin}/admin?token=${token}`
  const ofBrands = await Promise.all(
    brands.map(async ({ id }) => `Admin of ${id}: ${link(await brandToken(vars.ADMIN_TOKEN, id))}`),
  )
  return [`Ready on ${origin}`, `Admin: ${link(vars.ADMIN_TOKEN)}`, ...ofBrands].join('\n')
}
