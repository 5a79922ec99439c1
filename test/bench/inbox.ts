import { eachField } from '../../functions/contract/inquiry-fields.ts'
import { searchGrams } from '../../functions/database/search-words.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../support/operator.ts'
import { type Site, startSite } from '../support/site.ts'
import { atMost, median, round, type Section } from './section.ts'

const SIZES = [100, 100_000] as const
/** Inquiries that one statement adds: a parameter has 2 MB at most. */
const CHUNK = 2000

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
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
/** What an inquiry says, by its number. */
const textsOf = (n: number) => ({
  ...eachField(() => ''),
  company_name: `${n % 100 === 7 ? '한빛정밀' : 'Company'} ${n % 5000}`,
  user_name: `Sender${n}`,
  inquiry_mail: `visitor@company${n % 1000}.example`,
  phone_number_homepage: `+82-010-${4_000_000 + n}`,
  subject: `Subject ${n}`,
  content: `We ask for a quotation of the installation number ${n} and for its price.`,
})
const TYPED = ['company_name', 'user_name', 'inquiry_mail', 'phone_number_homepage', 'subject', 'content'] as const

/** Inquiries of one a minute, each twentieth a proposal; their names differ. */
const FILL = `
  INSERT INTO inquiry_record (id, receipt, version, brand_id, white_label, kind, state, accepted_at, recipient_type, inquiry_type,
    locale, spam_signals, file_ref_id, search_grams, ${TYPED.join(', ')})
  SELECT ((1700000000 + n * 60) * 1000 << 20) + n, 'r' || n, 2, 'vcp-x', 'default', iif(n % 20 = 0, 'partnership', 'sales'), 'new',
    strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + n * 60, 'unixepoch'), 'vcp-x', 'quote', iif(n % 3 = 0, 'en', 'ko'),
    iif(n % 50 = 0, '["hasty"]', '[]'), iif(n % 4 = 0, 'reference ' || n, NULL), value ->> 'grams',
    ${TYPED.map((name) => `value ->> '${name}'`).join(', ')}
  FROM (SELECT value ->> 'n' AS n, value FROM json_each(?))`
const rowsOf = (from: number, to: number) =>
  JSON.stringify(numbers(from, to).map((n) => ({ n, ...textsOf(n), grams: searchGrams(textsOf(n)) })))

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
        for (; size < target; size = Math.min(size + CHUNK, target))
          await site.env.DB.prepare(FILL)
            .bind(rowsOf(size, Math.min(size + CHUNK, target)))
            .run()
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
