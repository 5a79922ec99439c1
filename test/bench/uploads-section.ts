import { atLeast, atMost, type Section } from './section.ts'
import { uploads } from './uploads.ts'

/** Cloudflare gives an isolate 128 MB; others may be in it at the same moment. */
const MEMORY_MAX = 128

export const uploadMemory: Section = {
  name: 'uploads',
  title: 'Large files from two visitors at once',
  async measure() {
    const { files, intact, peakMegabytes, seconds } = await uploads({ visitors: 2, filesEach: 5, megabytes: 10 })
    return {
      tables: [
        {
          title: 'Two visitors, five files of 10 MB each',
          columns: ['files', 'arrived byte for byte', 'peak memory of the Worker, MB', 'seconds'],
          rows: [[files, intact, peakMegabytes, seconds]],
        },
      ],
      budgets: [
        atLeast('files that arrive byte for byte', files, intact, '', 0),
        atMost('peak memory of the Worker', MEMORY_MAX, peakMegabytes, ' MB'),
      ],
    }
  },
}
