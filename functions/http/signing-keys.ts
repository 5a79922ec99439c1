import { brands } from '../brand/hosts.ts'
import { processedMonths, staffLinkMs } from '../contract/retention.ts'
import { addFirstKey, readKeys } from '../database/signing-key.ts'

/*
 * The site's own keys. One signs; those that it has replaced (docs/operating.md, A new signing key) verify what they signed, until the
 * longest signature has expired.
 */

/** The longest signature is the link of a notification, of the brand with the longest period. */
const SIGNED_MS_MAX = staffLinkMs(Math.max(...brands.map(processedMonths)))
/** An isolate reads the keys again after this time. */
const READ_EVERY_MS = 60_000
/** A new key signs once every isolate has read it, so that none is asked to verify what it cannot. */
const KNOWN_AFTER_MS = 2 * READ_EVERY_MS
/** A key that was replaced signs a little longer, and verifies for so long after its replacement. */
const VERIFIES_MS = SIGNED_MS_MAX + 2 * KNOWN_AFTER_MS

interface Keys {
  signing: CryptoKey
  /** With the one that signs. */
  verifying: CryptoKey[]
}

interface Known {
  keys: Keys
  readAt: number
}
const known = new WeakMap<D1Database, Known>()

/** The keys, read once a minute in each isolate. While D1 fails those of before count. @throws at first use, where D1 fails */
export async function signingKeys(db: D1Database): Promise<Keys> {
  const now = Date.now()
  const last = known.get(db)
  if (last && Math.abs(now - last.readAt) < READ_EVERY_MS) return last.keys
  if (!last) return remember(db, await read(db, now), now)
  const keys = await read(db, now).catch(() => last.keys)
  return remember(db, keys, now)
}

function remember(db: D1Database, keys: Keys, readAt: number): Keys {
  known.set(db, { keys, readAt })
  return keys
}

async function read(db: D1Database, now: number): Promise<Keys> {
  let rows = await readKeys(db)
  if (rows.length === 0) {
    await addFirstKey(db, random(), new Date(now))
    rows = await readKeys(db)
  }
  const age = (index: number) => now - Date.parse(rows[index]?.created_at ?? '')
  // A key is replaced by the one before it in the list.
  const living = rows.filter((_, index) => index === 0 || age(index - 1) < VERIFIES_MS)
  const signing = living.findIndex((_, index) => age(index) >= KNOWN_AFTER_MS)
  const verifying = await Promise.all(living.map(({ value }) => imported(value)))
  const key = verifying.at(signing)
  if (!key) throw new Error('There is no signing key.')
  return { signing: key, verifying }
}

const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')

const imported = (value: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', Buffer.from(value, 'base64'), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
