import {
  type DocumentFigures,
  harmless,
  hostile,
  measureDocuments,
  measureStorage,
  type StorageFigures,
} from './hostile-documents.ts'
import { atLeast, atMost, median, round, type Section } from './section.ts'
import { uploads } from './uploads.ts'

const DOCUMENTS = 200
const ROUNDS = 3
/** Longest answer to a hostile document, and of `/healthz` meanwhile. */
const ANSWER_MS_MAX = 1000
const HEALTH_MS_MAX = 500
/** Cloudflare gives an isolate 128 MB; others may be in it at the same moment. */
const MEMORY_MAX = 128

export const uploadMemory: Section = {
  name: 'uploads',
  title: 'Large files from ten slow visitors at once, and hostile documents',
  async measure({ quick }) {
    const { files, intact, peakMegabytes, seconds } = await uploads({
      visitors: 10,
      filesEach: 5,
      megabytes: 10,
      secondsEach: 30,
    })
    const documents = hostile(DOCUMENTS)
    const rounds: { bad: DocumentFigures; good: DocumentFigures; bare: StorageFigures }[] = []
    for (let round = 0; round < (quick ? 1 : ROUNDS); round++)
      rounds.push({
        good: await measureDocuments(harmless(documents)),
        bad: await measureDocuments(documents),
        bare: await measureStorage(documents),
      })
    const of = (figure: (figures: DocumentFigures) => number) => {
      const [bad, good] = [rounds.map((round) => figure(round.bad)), rounds.map((round) => figure(round.good))]
      return { bad: median(bad), good: median(good), ratio: median(bad.map((value, at) => value / (good[at] ?? NaN))) }
    }
    const bareOf = (figure: (figures: StorageFigures) => number) =>
      Math.round(median(rounds.map(({ bare }) => figure(bare))))
    const answer = of(({ answersMs }) => Math.max(...answersMs))
    const health = of(({ healthMs }) => Math.max(...healthMs))
    const [sent] = rounds.map(({ bad }) => bad)
    const faults = rounds.flatMap(({ bad, good, bare }) => [...bad.faults, ...good.faults, ...bare.faults])
    const isolateMegabytes = Math.max(...rounds.map(({ bad }) => bad.isolateMegabytes))
    return {
      tables: [
        {
          title: 'Ten visitors, five files of 10 MB each, over 30 s at least',
          columns: ['files', 'arrived byte for byte', 'peak memory of the Worker, MB', 'seconds'],
          rows: [[files, intact, peakMegabytes, seconds]],
        },
        {
          title: `Hostile documents through upload, check, inbox and download, four at once; medians of ${rounds.length} rounds, interleaved`,
          columns: ['documents', 'hostile', 'harmless, of the same sizes', 'ratio'],
          rows: (
            [
              ['slowest answer, ms', answer],
              ['99 of 100 answers within, ms', of(({ answersMs }) => quantile(answersMs, 0.99))],
              ['median answer, ms', of(({ answersMs }) => median(answersMs))],
              ['slowest /healthz, ms', health],
              ['memory of the Worker, MB', of(({ isolateMegabytes }) => isolateMegabytes)],
              ['workerd more than idle, MB', of(({ moreMegabytes }) => moreMegabytes)],
            ] as const
          ).map(([name, { bad, good, ratio }]) => [name, Math.round(bad), Math.round(good), round(ratio, 2)]),
        },
        {
          title:
            'Those that are kept, in the simulated R2 alone: stored, copied, read and given twice, four at once; medians of the same rounds',
          columns: ['slowest answer, ms', 'median answer, ms', 'slowest /healthz, ms'],
          rows: [
            [
              bareOf(({ answersMs }) => Math.max(...answersMs)),
              bareOf(({ answersMs }) => median(answersMs)),
              bareOf(({ healthMs }) => Math.max(...healthMs)),
            ],
          ],
        },
      ],
      budgets: [
        atLeast('files that arrive byte for byte', files, intact, '', 0),
        atMost('peak memory of the Worker', MEMORY_MAX, peakMegabytes, ' MB'),
        atMost('documents that are not answered as promised', 0, faults.length, '', 0),
        atMost('slowest answer to a hostile document', ANSWER_MS_MAX, answer.bad, ' ms', 0),
        atMost('slowest /healthz meanwhile', HEALTH_MS_MAX, health.bad, ' ms', 0),
        atMost('memory of the Worker with hostile documents', MEMORY_MAX, isolateMegabytes, ' MB'),
      ],
      notes: [
        `${sent?.refused} of the hostile documents are refused. The harmless ones are the same, but for those that are kept: each is a PDF of noise of the same size.`,
      ],
    }
  },
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? NaN
