import { fillSearch } from '../../functions/database/inquiry-record.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../support/operator.ts'
import { type Site, startSite } from '../support/site.ts'
import { atMost, median, round, type Section } from './section.ts'

const SIZES = [100, 100_000] as const
/** Inquiries that one statement adds: D1 gives it 30 s. */
const CHUNK = 20_000

/**
 * The pages that are measured: the plain list, filters, the last page that can be asked for, searches for one, few and all, by parts of words
 * and by beginnings of words of the message.
 */
const PAGES: Record<string, string> = {
  'list, first page': '',
  'list, by state': '?state=new',
  'list, by form': '?kind=partnership',
  'list, page 200': '?page=200',
  'list, with files and a signal': '?files=yes&spam=yes',
  'list, by language and day': '?language=en&from=2023-11-15&to=2023-11-15',
  'search, one hit': '?q=ender77',
  'search, part of a telephone number': '?q=4000077',
  'search, Korean part of a word': '?q=정밀',
  'search, beginning of a word of the message': '?q=installat',
  'search, all hit': '?q=ompan',
  'search, all hit, two words': '?q=compan%20ject',
  'search, all hit, with a rare filter': '?q=company&spam=yes',
}

/** Inquiries of one a minute, each twentieth a proposal; their names differ. */
const fill = (from: number, to: number) => `
  WITH RECURSIVE number (n) AS (VALUES (${from}) UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ${to})
  INSERT INTO inquiry_record (id, receipt, version, brand_id, white_label, kind, state, accepted_at, inquiry_mail, recipient_type,
    inquiry_type, subject, content, phone_number_homepage, company_name, user_name, locale, spam_signals, file_ref_id)
  SELECT ((1700000000 + n * 60) * 1000 << 20) + n, 'r' || n, 2, 'vcp-x', 'default', iif(n % 20 = 0, 'partnership', 'sales'), 'new',
    strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + n * 60, 'unixepoch'), 'visitor@company' || (n % 1000) || '.example', 'vcp-x', 'quote',
    'Subject ' || n, 'We ask for a quotation of the installation number ' || n || ' and for its price.', '+82-010-' || (4000000 + n),
    iif(n % 100 = 7, '한빛정밀 ', 'Company ') || (n % 5000), 'Sender' || n, iif(n % 3 = 0, 'en', 'ko'),
    iif(n % 50 = 0, '["hasty"]', '[]'), iif(n % 4 = 0, 'reference ' || n, NULL)
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
        for (; size < target; size += CHUNK) {
          await site.env.DB.prepare(fill(size, Math.min(size + CHUNK, target))).run()
          await fillSearch(site.env.DB)
        }
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
          atMost(`${name}, ${SIZES[1]} inquiries to ${SIZES[0]}`, 2, (large[at] ?? NaN) / (small[at] ?? NaN), '', 2),
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
