import { MEGABYTE } from '../../contract/attachments.ts'
import { SHARE_MAX, waitForMemory } from '../../http/memory-limit.ts'

/* The memory of the isolate that a mail takes while it is read: how much, estimated by its size and its lines, and the taking (decision 062). */

/** What each line takes in workerd beside its bytes. */
const PIECE_BYTES = 430
/** An isolate has 128 MB for everything. A file of 10 MB fits in, quoted-printable. */
const HELD_BYTES_MAX = 95 * MEGABYTE

/** What a mail of so many bytes takes: it is there as it came, and what the parser decodes of Base64 three times at its end. */
export const heldBytes = (size: number): number => size * 3.2

/** What the lines of a mail take beside `heldBytes`; null where both together are more than there is for one mail. */
export function bytesOfLines(mail: Uint8Array): number | null {
  const bytes = countPieces(mail) * PIECE_BYTES
  return heldBytes(mail.length) + bytes > HELD_BYTES_MAX ? null : bytes
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const EQUALS = 0x3d
/** Letters of Base64 but the one that ends it, by their codes. */
const IS_BASE64 = Array.from({ length: 256 }, (_, code) => /[A-Za-z0-9+/]/.test(String.fromCharCode(code)))
/** Bytes; lines of an encoded file have 76 (RFC 2045, 6.8). */
const FULL_LINE = 60

/**
 * Counts what the parser may keep one by one while it decodes a mail: each line, and each end of Base64 within one. Full lines of an
 * encoded file are left out, because they become a few large pieces.
 */
function countPieces(mail: Uint8Array): number {
  let pieces = 0
  let equals = 0
  let length = 0
  let isEncoded = true
  for (let at = 0; at <= mail.length; at++) {
    const byte = mail[at] ?? LINE_FEED
    if (byte === LINE_FEED) {
      if (!isEncoded || length < FULL_LINE) pieces += 1 + equals
      equals = length = 0
      isEncoded = true
    } else if (byte !== CARRIAGE_RETURN) {
      length++
      if (!IS_BASE64[byte]) isEncoded = false
      if (byte === EQUALS) equals++
    }
  }
  return pieces
}

/** What one mail holds of the isolate's memory. Beyond the share of one client it counts no more, so that others go on beside it. */
export class MailMemory {
  #counted = 0
  readonly #taken: (() => void)[] = []

  /** @throws BusyError after so many milliseconds */
  async take(bytes: number, waitMs: number): Promise<void> {
    const more = Math.min(bytes, SHARE_MAX - this.#counted)
    this.#counted += more
    this.#taken.push(await waitForMemory(more, waitMs))
  }

  giveBack(): void {
    for (const giveBack of this.#taken.splice(0)) giveBack()
  }
}
