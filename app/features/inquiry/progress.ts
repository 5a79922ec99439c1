/**
 * How much of each file has gone, from 0 to 1: they travel one after another in one request.
 * @param sent bytes of the request so far
 */
export function progressOfFiles(files: readonly { size: number }[], sent: number): number[] {
  let before = 0
  return files.map(({ size }) => {
    const fraction = Math.min(1, Math.max(0, (sent - before) / Math.max(1, size)))
    before += size
    return fraction
  })
}
