import type { InquiryBody } from '../contract/inquiry-body.ts'
import { type Entry, readEntries } from './entry.ts'

/** How long a client's key stands for its inquiry (docs/contract.md#5). */
export const KEY_LIFE_MS = 24 * 3_600_000

/** Whoever came before the end of a key may wait for a store for so long. */
export const KEY_GRACE_MS = 60_000

/** What a row says of a key that stands for it no more: the key may itself be a hash of what was typed. */
export const ENDED_KEY = "key = 'ended ' || receipt, typed_hash = NULL"

/** The keys under which inquiries were accepted. Each method is one transaction. */
export class AcceptedKeys {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** The inquiry that a key stands for; null where it never did, its time is over, or the inquiry is destroyed. */
  find(key: string, now: number): Entry | null {
    return (
      readEntries(
        this.#sql,
        `WHERE key = ? AND state <> 'destroyed' AND coalesce(key_ends_at, accepted_at + ${KEY_LIFE_MS}) > ?`,
        key,
        now,
      )[0] ?? null
    )
  }

  /** Makes a key free that stands for nothing any more. */
  free(key: string): void {
    this.#sql.exec(`UPDATE inquiry SET ${ENDED_KEY} WHERE key = ?`, key)
  }

  /** Ends the keys whose time is over, also for those who came before, and deletes their hashes. They stay ended when the clock goes back: nothing could tell their contents. */
  expire(now: number): void {
    this.#sql.exec(
      `UPDATE inquiry SET ${ENDED_KEY} WHERE typed_hash IS NOT NULL AND key_ends_at <= ?`,
      now - KEY_GRACE_MS,
    )
  }
}

/** Tells two contents apart: SHA-256 of what the visitor typed, in hexadecimal. Files and the version of the policy are no part of it. */
export async function hashOfTyped(inquiry: InquiryBody): Promise<string> {
  const {
    file_ref_id: _first,
    file_ref_id_homepage: _second,
    held_files: _held,
    privacy_version: _version,
    ...typed
  } = inquiry
  // A field that is left out counts like one that its release did not have.
  const fields = Object.entries(typed).filter(([, value]) => value !== undefined && value !== '')
  const text = JSON.stringify(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
