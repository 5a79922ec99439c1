import type { Attachment } from './attachments'

/**
 * How much of each file has been sent, from 0 to 1. Those that go with the form follow one another in one request.
 * @param sent bytes of that request so far
 */
export function progressOfFiles(files: readonly Pick<Attachment, 'size' | 'upload'>[], sent: number): number[] {
  let before = 0
  return files.map(({ size, upload }) => {
    if (upload?.state === 'staged') return 1
    if (upload?.state === 'sending') return upload.fraction
    const fraction = Math.min(1, Math.max(0, (sent - before) / Math.max(1, size)))
    before += size
    return fraction
  })
}
