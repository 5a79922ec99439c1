import { gzipSync } from 'node:zlib'
import { sampleBoards } from '../support/boards.ts'
import { atMost, median, round, type Section } from './section.ts'
import { withSite, type Answer, type ServedSite } from './served-site.ts'

const SIZES = [10, 10_000] as const
const HOST = 'www.example'
/** The fake upstream filters, sorts and writes the entries in this busy process; its speed is not measured. */
const TIMEOUT_MS = 20_000

interface Size {
  notices: number
  answers: Answer[]
  first: Answer
  after: Answer
}

export const growth: Section = {
  name: 'growth',
  title: `The notice list with ${SIZES.join(', ')} notices upstream`,
  async measure({ quick }) {
    const sizes: Size[] = []
    for (const notices of SIZES) {
      sizes.push(await withSite((site) => measureSize(site, notices, quick ? 5 : 60), { timeoutMs: TIMEOUT_MS }))
    }
    const time = ({ answers }: Size): number => median(answers.map(({ ms }) => ms))
    const bytes = ({ answers }: Size): number => gzipSync(answers[0]?.body ?? '').length
    const [small, large] = sizes
    if (!small || !large) throw new Error('a size is missing')
    const { status } = large.first
    return {
      tables: [
        {
          title: 'First page of the list, rendered for each request, the list kept in memory',
          columns: [
            'notices',
            'status',
            'rendered, ms',
            'ratio',
            'document, bytes gzip',
            'first visitor, ms',
            'first visitor, status',
            'home afterwards',
          ],
          rows: sizes.map((size) => [
            size.notices,
            size.answers[0]?.status ?? 0,
            round(time(size)),
            round(time(size) / time(small), 2),
            bytes(size),
            Math.round(size.first.ms),
            size.first.status,
            size.after.status,
          ]),
        },
      ],
      budgets: [
        {
          name: 'notice list with 10,000 notices',
          budget: 'shown',
          measured: status === 200 ? 'shown' : `refused with ${status}`,
          met: status === 200,
        },
        {
          name: 'the Worker after a list of 10,000',
          budget: 'serves other pages',
          measured: large.after.status === 200 ? 'it does' : `answers ${large.after.status}`,
          met: large.after.status === 200,
        },
        atMost('time of a rendered list, 10,000 notices to 10', 1.5, time(large) / time(small), '', 2),
        atMost('bytes of a list, 10,000 notices to 10', 1.05, bytes(large) / bytes(small), '', 3),
      ],
      notes: [
        'Ten notices fit on one page; longer boards also show the links of their pages.',
        'The upstream has no pages: it sends the whole list. The first visitor waits for it, with a longer time-out in this measurement.',
      ],
    }
  },
}

async function measureSize(site: ServedSite, notices: number, visits: number): Promise<Size> {
  site.upstream.boards.set('default', sampleBoards('default', { notices }))
  const headers = { host: HOST, 'accept-language': 'en' }
  const first = await site.get('/support/notice', headers)
  const answers: Answer[] = []
  // The address differs in a parameter that the list ignores, so that each request renders the page.
  for (let visit = 1; visit <= visits; visit++)
    answers.push(await site.get(`/support/notice?receipt=${visit}`, headers))
  return { notices, answers, first, after: await site.get('/', headers) }
}
