import { atMost, type Section } from './section.ts'
import { withSite } from './served-site.ts'

const BATCHES = 10
const AT_A_TIME = 100
/** Ten batches in a little less than five minutes, after which a list is no longer fresh. */
const PAUSE_MS = 30_000
const HOSTS = { default: 'www.example', 'partner-a': 'partner-a.example' }

/** What visitor `index` looks at: many pages of the list, so that most of them have to be rendered. */
const addressOf = (index: number) => `/support/notice?page=${(index % 250) + 1}`

export const upstreamCalls: Section = {
  name: 'upstream-calls',
  title: `Upstream calls for ${BATCHES * AT_A_TIME} visitors of each brand in five minutes, ${AT_A_TIME} at a time`,
  measure: ({ quick }) =>
    withSite(async (site) => {
      const brands = Object.entries(HOSTS)
      const started = Date.now()
      for (let batch = 0; batch < BATCHES; batch++) {
        const due = started + (quick ? 0 : batch * PAUSE_MS)
        await new Promise((done) => setTimeout(done, Math.max(0, due - Date.now())))
        const visits = Array.from({ length: AT_A_TIME }, (_, index) => batch * AT_A_TIME + index).flatMap((index) =>
          brands.map(([, host]) =>
            site.get(addressOf(index), {
              host,
              'accept-language': index % 2 ? 'ko' : 'en',
              // One client has a limit of such pages.
              'cf-connecting-ip': `10.4.${index >> 8}.${index & 255}`,
            }),
          ),
        )
        const failed = (await Promise.all(visits)).filter(({ status }) => status !== 200)
        if (failed.length > 0) throw new Error(`${failed.length} visitors were answered ${failed[0]?.status}`)
      }
      const calls = (path: string, whiteLabel: string) =>
        site.upstream.callsOf(path).filter(({ headers }) => headers['white-label'] === whiteLabel).length
      const rows = brands.map(([whiteLabel]) => [
        whiteLabel,
        calls('board/selectList', whiteLabel),
        calls('board/selectSubCategory', whiteLabel),
      ])
      return {
        tables: [
          {
            title: 'Calls that reached the upstream, one isolate',
            columns: ['brand', 'board/selectList', 'board/selectSubCategory'],
            rows,
          },
        ],
        budgets: brands.map(([brand]) =>
          atMost(`upstream calls for the notice list of ${brand}, per isolate`, 1, calls('board/selectList', brand)),
        ),
        notes: [
          `All in ${Math.round((Date.now() - started) / 1000)} s; ${brands.length * BATCHES * AT_A_TIME} visits to 250 addresses of the list in two languages.`,
        ],
      }
    }),
}
