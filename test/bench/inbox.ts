import { eachField } from '../../functions/contract/form-fields.ts'
import { searchGrams } from '../../functions/database/inquiry-search-words.ts'
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
  INSERT INTO inquiry (id, receipt, brand_id, white_label, kind, state, accepted_at, processed_months, recipient_type, inquiry_type,
    locale, spam_signals, file_ref_id, search_grams, ${TYPED.join(', ')})
  SELECT ((1700000000 + n * 60) * 1000 << 20) + n, 'r' || n, 'vcp-x', 'default', iif(n % 20 = 0, 'partnership', 'sales'), 'new',
    strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + n * 60, 'unixepoch'), 1, 'vcp-x', 'quote', iif(n % 3 = 0, 'en', 'ko'),
    iif(n % 50 = 0, '["too-fast"]', '[]'), iif(n % 4 = 0, 'reference ' || n, NULL), value ->> 'grams',
    ${TYPED.map((name) => `value ->> '${name}'`).join(', ')}
  FROM (SELECT value ->> 'n' AS n, value FROM json_each(?))`
const rowsOf = (from: number, to: number) =>
  JSON.stringify(numbers(from, to).map((n) => ({ n, ...textsOf(n), grams: searchGrams(textsOf(n)) })))

/** A site with so many inquiries, and an operator of it. */
async function filledSite(size: number): Promise<{ site: Site; operator: Operator }> {
  const site = await startSite({ vars: { ADMIN_TOKEN } })
  for (let from = 0; from < size; from += CHUNK)
    await site.env.DB.prepare(FILL)
      .bind(rowsOf(from, Math.min(from + CHUNK, size)))
      .run()
  return { site, operator: await signIn(site) }
}

/** Medians of one page, visited in turns, so that what else the machine does weighs on both alike. */
async function measurePage(operators: Operator[], query: string, visits: number): Promise<number[]> {
  const times: number[][] = operators.map(() => [])
  for (let visit = 0; visit < visits; visit++)
    for (const [index, operator] of operators.entries()) {
      const started = performance.now()
      const answer = await operator.get(`/api/admin/inquiries${query}`)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${query} answered ${answer.status}`)
      times[index]?.push(performance.now() - started)
    }
  return times.map(median)
}

export const inbox: Section = {
  name: 'inbox',
  title: `The operator's inbox with ${SIZES.join(', ')} inquiries`,
  async measure({ quick }) {
    const sites: Site[] = []
    try {
      const operators: Operator[] = []
      for (const size of SIZES) {
        const { site, operator } = await filledSite(quick ? Math.min(size, 10_000) : size)
        sites.push(site)
        operators.push(operator)
      }
      const names = Object.keys(PAGES)
      const measured: number[][] = []
      for (const name of names) measured.push(await measurePage(operators, PAGES[name] ?? '', quick ? 3 : 25))
      const small = measured.map(([first = NaN]) => first)
      const large = measured.map(([, second = NaN]) => second)
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
        notes: ['The one row of the log that each look writes is part of the time.'],
      }
    } finally {
      for (const site of sites) await site.close()
    }
  },
}
