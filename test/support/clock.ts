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
