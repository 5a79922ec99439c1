import { measureHostileDocuments } from './hostile-documents.ts'
import { atLeast, atMost, round, type Section } from './section.ts'
import { uploads } from './uploads.ts'

const DOCUMENTS = 200
/** Longest answer to a hostile document, and of `/healthz` meanwhile. */
const ANSWER_MS_MAX = 1000
const HEALTH_MS_MAX = 500
/** Cloudflare gives an isolate 128 MB; others may be in it at the same moment. */
const MEMORY_MAX = 128

export const uploadMemory: Section = {
  name: 'uploads',
  title: 'Large files from ten slow visitors at once, and hostile documents',
  async measure() {
    const { files, intact, peakMegabytes, seconds } = await uploads({
      visitors: 10,
      filesEach: 5,
      megabytes: 10,
      secondsEach: 30,
    })
    const hostile = await measureHostileDocuments(DOCUMENTS)
    const { slowestAnswerMs, slowestHealthMs, isolateMegabytes, moreMegabytes } = hostile
    return {
      tables: [
        {
          title: 'Ten visitors, five files of 10 MB each, over 30 s at least',
          columns: ['files', 'arrived byte for byte', 'peak memory of the Worker, MB', 'seconds'],
          rows: [[files, intact, peakMegabytes, seconds]],
        },
        {
          title: 'Hostile documents through upload, check, inbox and download, four at once',
          columns: [
            'refused',
            'taken',
            'not as promised',
            'slowest answer, ms',
            'slowest /healthz, ms',
            'memory of the Worker, MB',
            'workerd more than idle, MB',
          ],
          rows: [
            [
              hostile.refused,
              hostile.taken,
              hostile.faults.length,
              Math.round(slowestAnswerMs),
              Math.round(slowestHealthMs),
              round(isolateMegabytes),
              round(moreMegabytes),
            ],
          ],
        },
      ],
      budgets: [
        atLeast('files that arrive byte for byte', files, intact, '', 0),
        atMost('peak memory of the Worker', MEMORY_MAX, peakMegabytes, ' MB'),
        atMost('hostile documents that are not answered as promised', 0, hostile.faults.length, '', 0),
        atMost('slowest answer to a hostile document', ANSWER_MS_MAX, slowestAnswerMs, ' ms', 0),
        atMost('slowest /healthz meanwhile', HEALTH_MS_MAX, slowestHealthMs, ' ms', 0),
        atMost('memory of the Worker with hostile documents', MEMORY_MAX, isolateMegabytes, ' MB'),
      ],
    }
  },
}
