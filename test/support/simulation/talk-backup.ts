import { vi } from 'vitest'
import { storageOf } from '../../../functions/cli/outbox-storage.ts'
import { pauseOutbox } from '../../../functions/outbox/pause.ts'
import { prepareRestored } from '../../../functions/outbox/keep-destroyed.ts'
import { OutboxStore } from '../../../functions/outbox/store.ts'
import type { OutboxDisk } from '../outbox-disk.ts'
import { objects } from '../outbox-under-test.ts'
import type { SqliteD1 } from '../sqlite-d1.ts'
import { restoreD1 } from './restored-d1.ts'
import type { TalkSite } from './talk-site.ts'

/** A backup of the site, read as the command reads it: the outbox first, then D1 and the files. */
export class TalkBackup {
  readonly #outbox: Uint8Array
  readonly #since = Date.now()
  readonly #results: TalkSite['results']
  readonly #replies: TalkSite['replies']
  #d1: Uint8Array | null = null
  readonly #files = new Map(objects)

  constructor(talk: TalkSite, disk: OutboxDisk) {
    this.#outbox = disk.serialize()
    this.#results = new Map(talk.results)
    this.#replies = new Map(talk.replies)
  }

  get isWhole(): boolean {
    return this.#d1 !== null
  }

  addD1(d1: SqliteD1): void {
    if (this.#d1) return
    this.#d1 = d1.serialize()
    this.#files.clear()
    for (const [key, file] of objects) if (key.startsWith('conversation/')) this.#files.set(key, file)
  }

  /** Makes the site of the backup, paused, but for what was destroyed since. What neither part has is forgotten. */
  async restore(talk: TalkSite, disk: OutboxDisk, d1: SqliteD1): Promise<void> {
    if (!this.#d1) return
    vi.setSystemTime(Date.now() + 1000)
    disk.restore(this.#outbox)
    const destroyed = await restoreD1(d1, this.#d1, this.#since)
    prepareRestored(storageOf(disk.db), destroyed)
    pauseOutbox(new OutboxStore(storageOf(disk.db)), new Date())
    for (const [key, file] of this.#files) objects.set(key, file)
    const handedOver = new Set(
      talk
        .own<{ event: string }>("SELECT receipt || '.' || event AS event FROM mail WHERE state <> 'waiting'")
        .map(({ event }) => event),
    )
    for (const mail of talk.platform.mails) if (!handedOver.has(mail.event)) mail.isUnheard = true
    const shown = new Set(talk.shown<{ id: string }>('SELECT id FROM message').map(({ id }) => id))
    const since = <T>(now: ReadonlyMap<string, T>, before: ReadonlyMap<string, T>) =>
      new Map([...before, ...[...now].filter(([id]) => shown.has(id))])
    talk.results = since(talk.results, this.#results)
    talk.replies = since(talk.replies, this.#replies)
    const receipts = new Set(
      [...talk.own('SELECT receipt FROM inquiry'), ...talk.shown('SELECT receipt FROM inquiry_record')].map(
        (row) => (row as { receipt: string }).receipt,
      ),
    )
    const known = talk.receipts.filter((receipt) => receipts.has(receipt))
    talk.receipts.splice(0, talk.receipts.length, ...known)
  }
}
