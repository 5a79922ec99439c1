import { ADMIN_TOKEN, type Operator, signIn } from '../support/operator.ts'
import { type Site, startSite } from '../support/site.ts'
import { atMost, median, round, type Section } from './section.ts'

const SIZES = [100, 1_000_000] as const
/** Inquiries that one statement adds: D1 gives it 30 s. */
const CHUNK = 20_000

/** The pages that are measured: the plain list, a filter, the last page that can be asked for, searches for few and for all. */
const PAGES: Record<string, string> = {
  'list, first page': '',
  'list, by state': '?state=new',
  'list, by form': '?kind=partnership',
  'list, page 200': '?page=200',
  'search, one hit': '?q=sender7',
  'search, all hit': '?q=company',
  'search, all hit, two words': '?q=company%20subj',
}

/** Inquiries of one a minute, each twentieth a proposal; their names differ. */
const fill = (from: number, to: number) => `
  WITH RECURSIVE number (n) AS (VALUES (${from}) UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ${to})
  INSERT INTO inquiry_record (id, receipt, version, brand_id, white_label, kind, state, accepted_at, inquiry_mail, recipient_type,
    inquiry_type, subject, content, phone_number_homepage, company_name, user_name)
  SELECT ((1700000000 + n * 60) * 1000 << 20) + n, 'r' || n, 2, 'vcp-x', 'default', iif(n % 20 = 0, 'partnership', 'sales'), 'new',
    strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + n * 60, 'unixepoch'), 'visitor@company' || (n % 1000) || '.example', 'vcp-x', 'quote',
    'Subject ' || n, 'x', '+82-1', 'Company ' || (n % 5000), 'Sender' || n
  FROM number`

async function measureSize(site: Site, operator: Operator, visits: number): Promise<number[]> {
  const medians: number[] = []
  for (const query of Object.values(PAGES)) {
    const times: number[] = []
    for (let visit = 0; visit < visits; visit++) {
      const started = performance.now()
      const answer = await operator.get(`/api/admin/inquiries${query}`)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${query} answered ${answer.status}`)
      times.push(performance.now() - started)
    }
    medians.push(median(times))
  }
  return medians
}

export const inbox: Section = {
  name: 'inbox',
  title: `The operator's inbox with ${SIZES.join(', ')} inquiries`,
  async measure({ quick }) {
    const site = await startSite({ vars: { ADMIN_TOKEN } })
    try {
      const operator = await signIn(site)
      const results: number[][] = []
      let size = 0
      let fillMs = 0
      for (const target of SIZES.map((each) => (quick ? Math.min(each, 10_000) : each))) {
        const started = performance.now()
        for (; size < target; size += CHUNK) await site.env.DB.prepare(fill(size, Math.min(size + CHUNK, target))).run()
        size = target
        fillMs = performance.now() - started
        results.push(await measureSize(site, operator, quick ? 3 : 25))
      }
      const [small = [], large = []] = results
      const names = Object.keys(PAGES)
      return {
        tables: [
          {
            title: 'Milliseconds of one page of the inbox, by its JSON',
            columns: ['page', ...SIZES.map((each) => `${each} inquiries`), 'ratio'],
            rows: names.map((name, at) => [
              name,
              round(small[at] ?? NaN),
              round(large[at] ?? NaN),
              round((large[at] ?? NaN) / (small[at] ?? NaN), 2),
            ]),
          },
        ],
        budgets: names.map((name, at) =>
          atMost(`${name}, 1,000,000 inquiries to 100`, 2, (large[at] ?? NaN) / (small[at] ?? NaN), '', 2),
        ),
        notes: [
          `Adding the last inquiries took ${round(fillMs / 1000)} s.`,
          'The one row of the log that each look writes is part of the time.',
        ],
      }
    } finally {
      await site.close()
    }
  },
}
