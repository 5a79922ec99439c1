import { atLeast, atMost, type Section } from './section.ts'
import { uploads } from './uploads.ts'

/** Cloudflare gives an isolate 128 MB; others may be in it at the same moment. */
const MEMORY_MAX = 128
const VISITORS = 10

export const uploadMemory: Section = {
  name: 'uploads',
  title: 'Large files from ten slow visitors at once',
  async measure({ quick }) {
    const forms = [
      { title: 'one file of 20 MB each', filesEach: 1, megabytes: 20 },
      { title: 'five files of 10 MB each', filesEach: 5, megabytes: 10 },
    ]
    const secondsEach = quick ? 5 : 30
    const rows = []
    for (const { title, ...files } of forms)
      rows.push({ title, ...(await uploads({ visitors: VISITORS, ...files, secondsEach })) })
    return {
      tables: [
        {
          title: `Ten visitors, over ${secondsEach} s at least`,
          columns: ['each sends', 'files', 'arrived byte for byte', 'peak memory of the Worker, MB', 'seconds'],
          rows: rows.map(({ title, files, intact, peakMegabytes, seconds }) => [
            title,
            files,
            intact,
            peakMegabytes,
            seconds,
          ]),
        },
      ],
      budgets: rows.flatMap(({ title, files, intact, peakMegabytes }) => [
        atLeast(`files that arrive byte for byte, ${title}`, files, intact, '', 0),
        atMost(`peak memory of the Worker, ${title}`, MEMORY_MAX, peakMegabytes, ' MB'),
      ]),
    }
  },
}
