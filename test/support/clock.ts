const MINUTE = 60_000
const minuteOf = (time: number) => Math.floor(time / MINUTE)

/**
 * Runs what has to happen within one window of a rate limit, again where a window ended meanwhile: the local platform counts in minutes of
 * the wall clock.
 * @param act uses a new client each time, and collects what is expected later
 */
export async function withinOneMinute<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    const minute = minuteOf(Date.now())
    const result = await act()
    if (minuteOf(Date.now()) === minute) return result
  }
}

/** Runs what has to happen within so many milliseconds, again where a busy machine took longer. */
export async function within<T>(milliseconds: number, act: () => Promise<T>): Promise<T> {
  for (;;) {
    const started = Date.now()
    const result = await act()
    if (Date.now() - started < milliseconds) return result
  }
}

const MARK = ', as if it were then'
/** The cron that the module of `withClock` runs at the time that is given with it. */
export const asIfThen = (cron: string): string => cron + MARK

/**
 * A main module before that of a built Worker. What it hands on is the same, but a cron of `asIfThen` finds the clock at its time: the
 * Worker itself believes no time that is later than its clock, and R2 cannot be told that an object is old. Only what the handler reads
 * at once is that time, so that nothing else of the isolate sees it.
 * @param main file name of the Worker's own main module, in the same folder
 */
export const withClock = (main: string): string => `
  import worker from './${main}'
  export * from './${main}'
  export default {
    ...worker,
    scheduled({ cron, scheduledTime }, env, ctx) {
      const { now } = Date
      if (cron.endsWith('${MARK}')) Date.now = () => scheduledTime
      try {
        return worker.scheduled({ cron: cron.replace('${MARK}', ''), scheduledTime }, env, ctx)
      } finally {
        Date.now = now
      }
    },
  }`
