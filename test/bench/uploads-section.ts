import { atLeast, atMost, type Section } from './section.ts'
import { uploads } from './uploads.ts'

/** Cloudflare gives an isolate 128 MB; others may be in it at the same moment. */
const MEMORY_MAX = 128

export const uploadMemory: Section = {
  name: 'uploads',
  title: 'Large files from ten slow visitors at once',
  async measure() {
    const { files, intact, peakMegabytes, seconds } = await uploads({
      visitors: 10,
      filesEach: 5,
      megabytes: 10,
      secondsEach: 30,
    })
    return {
      tables: [
        {
          title: 'Ten visitors, five files of 10 MB each, over 30 s at least',
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
