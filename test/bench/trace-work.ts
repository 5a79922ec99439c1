/** From this duration on a task blocks the visitor (W3C Long Tasks). */
const LONG_TASK_MS = 50

const KINDS = {
  style: ['UpdateLayoutTree', 'Layout', 'HitTest'],
  script: [
    'EvaluateScript',
    'FunctionCall',
    'v8.compile',
    'v8.compileModule',
    'v8.evaluateModule',
    'RunMicrotasks',
    'V8.GC_MC_BACKGROUND_MARKING',
    'TimerFire',
    'EventDispatch',
    'FireIdleCallback',
    'FireAnimationFrame',
  ],
  parse: ['ParseHTML', 'ParseAuthorStyleSheet'],
  paint: ['Paint', 'PrePaint', 'Layerize', 'Commit', 'UpdateLayer'],
} as const
type Kind = keyof typeof KINDS

/** Milliseconds of processor time by kind, the number of layouts of the whole document, and blocking time. */
export type Work = Record<Kind, number> & { layouts: number; blocking: number }

/**
 * An event of Chromium's trace. Times are in microseconds. `tdur` is the processor time of the thread: unlike `dur` it does not grow
 * while other programs have the processor.
 */
export interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args?: { name?: string; data?: { isMainFrame?: boolean } }
}

/** Adds up a trace. Time inside a nested event counts for the inner one only. */
export function workOf(events: TraceEvent[]): Work {
  const main = mainThread(events)
  const own = events.filter(
    ({ ph, pid, tid, dur }) => ph === 'X' && pid === main.pid && tid === main.tid && dur !== undefined,
  )
  const kindOf = new Map<string, Kind>(
    Object.entries(KINDS).flatMap(([kind, names]) => names.map((name) => [name, kind as Kind] as const)),
  )
  const work: Work = { style: 0, script: 0, parse: 0, paint: 0, layouts: 0, blocking: 0 }
  const open: { end: number; kind: Kind | null }[] = []
  for (const { name, ts, dur = 0, tdur = 0 } of own.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= ts) open.pop()
    if (name === 'RunTask') {
      work.blocking += Math.max(0, tdur / 1000 - LONG_TASK_MS)
      continue
    }
    const kind = kindOf.get(name) ?? null
    if (!kind) continue
    const outer = open.at(-1)?.kind
    if (outer) work[outer] -= tdur / 1000
    work[kind] += tdur / 1000
    if (name === 'Layout' && tdur > 1000) work.layouts++
    open.push({ end: ts + dur, kind })
  }
  return work
}

/** The renderer's main thread: the one that laid out most. */
function mainThread(events: TraceEvent[]): { pid: number; tid: number } {
  const threads = new Map<string, { pid: number; tid: number; time: number }>()
  for (const { name, pid, tid, dur = 0 } of events) {
    if (name !== 'Layout' && name !== 'ParseHTML' && name !== 'UpdateLayoutTree') continue
    const thread = threads.get(`${pid}:${tid}`) ?? { pid, tid, time: 0 }
    thread.time += dur
    threads.set(`${pid}:${tid}`, thread)
  }
  const [busiest] = [...threads.values()].sort((a, b) => b.time - a.time)
  if (!busiest) throw new Error('The trace has no layout.')
  return busiest
}
