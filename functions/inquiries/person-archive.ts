// Packs while it is read, with the streams of the platform and without dependencies; the backup has it too.
import { createTarPacker, type TarPackController } from 'modern-tar'
import { unpackedName } from '../attachments/file-name.ts'
import type { MessageFile } from '../contract/conversation.ts'
import { isSameAddress } from '../contract/email-address.ts'
import { messagesOf, messagesWithIds, type MessageRow } from '../database/message-row.ts'
import { waitingMails } from '../database/person.ts'
import type { Env } from '../env.ts'
import { ApiError } from '../errors.ts'
import { ifKnown } from '../http/optional-value.ts'
import { logFailure } from '../log.ts'
import type { DownloadedFile } from '../upstream/upstream.ts'
import { filesOf, openFile, openMessageFile } from './files.ts'
import { readInquiry } from './read-inquiry.ts'

/** What an archive has of one person. */
export interface ArchivedPerson {
  email: string
  now: Date
  requestId: string
  /** Of the inquiries that the address has sent. */
  receipts: readonly string[]
  /** Ids of what it has written, or was answered, about inquiries of others. */
  messages: readonly string[]
}

/** A file in the archive, as the JSON beside it names it. */
type Packed = { name: string; path: string } | { name: string; missing: true }

/**
 * What is kept of one address as a tar: for each inquiry a folder with its fields, messages and waiting mails as JSON, and the files. Notes of
 * colleagues and who has answered are in no export. One file after the other: no more than one is in memory, and that not as a whole.
 */
export function personArchive(env: Env, person: ArchivedPerson): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker()
  const archive = new Archive(env, controller, person)
  archive.write().then(
    () => controller.finalize(),
    (error: unknown) => {
      logFailure('error', { requestId: person.requestId, path: '/admin/people', code: 'archive' }, error)
      controller.error(error)
    },
  )
  return readable
}

class Archive {
  readonly #env: Env
  readonly #tar: TarPackController
  readonly #person: ArchivedPerson

  constructor(env: Env, tar: TarPackController, person: ArchivedPerson) {
    this.#env = env
    this.#tar = tar
    this.#person = person
  }

  async write(): Promise<void> {
    const { email, now, receipts, messages } = this.#person
    await this.#json('person.json', { email, made_at: now.toISOString(), inquiries: receipts })
    for (const receipt of receipts) await this.#inquiry(receipt)
    for (const row of await messagesWithIds(this.#env.DB, messages)) {
      const folder = `messages/${row.id}`
      // Of an answer the text is about the inquiry of another person: that it went or was copied to this address is what is kept of it.
      const to = row.recipient !== null && isSameAddress(row.recipient, email) ? { to: row.recipient } : { cc: email }
      const said = row.kind === 'reply' ? await this.#message(folder, row) : { at: row.at, ...to }
      await this.#json(`${folder}/message.json`, { kind: row.kind, ...said })
    }
  }

  async #inquiry(receipt: string): Promise<void> {
    const { DB, UPSTREAM_TIMEOUT_MS } = this.#env
    const folder = `inquiries/${receipt}`
    const { requestId } = this.#person
    const inquiry = await readInquiry({ DB }, receipt)
    const known = await ifKnown(UPSTREAM_TIMEOUT_MS, filesOf(this.#env, inquiry, requestId), {
      requestId,
      path: '/admin/people',
      code: 'part-unknown',
      part: 'files',
    })
    const files: Packed[] = []
    for (const { key, name } of known ?? [])
      files.push(
        await this.#file(`${folder}/files/${files.length + 1}`, name, () =>
          openFile(this.#env, key, inquiry, requestId),
        ),
      )
    const messages: object[] = []
    for (const row of await messagesOf(DB, receipt))
      messages.push({ kind: row.kind, ...(await this.#message(`${folder}/messages/${messages.length + 1}`, row)) })
    const { acceptedAt, deliveredAt, answeredAt, processedAt, destroyAt, kind, brand, state, locale, fields } = inquiry
    await this.#json(`${folder}/inquiry.json`, {
      receipt,
      brand,
      kind,
      state,
      language: locale,
      accepted_at: acceptedAt,
      delivered_at: deliveredAt,
      answered_at: answeredAt,
      processed_at: processedAt,
      destroy_at: destroyAt,
      privacy_version: inquiry.privacyVersion,
      kept_months: inquiry.processedMonths,
      telephone: inquiry.telephone,
      spam_signals: inquiry.spamSignals,
      fields,
      files: known ? files : 'not known at the moment',
      messages,
      waiting_mails: (await waitingMails(DB, receipt)).map(({ kind: mail, created_at }) => ({
        kind: mail,
        written_at: new Date(created_at).toISOString(),
      })),
    })
  }

  /** What a message says, after its files. */
  async #message(folder: string, { at, author, recipient, cc, state, text, files, kind }: MessageRow): Promise<object> {
    const packed: Packed[] = []
    for (const file of JSON.parse(files) as MessageFile[])
      packed.push(await this.#file(`${folder}/${packed.length + 1}`, file.name, () => openMessageFile(this.#env, file)))
    const who = kind === 'reply' ? { from: author } : { to: recipient, cc: JSON.parse(cc) as string[] }
    return { at, ...who, state, text, files: packed }
  }

  /** @param prefix of its path, before the name */
  async #file(prefix: string, name: string, open: () => Promise<DownloadedFile>): Promise<Packed> {
    const path = `${prefix}-${unpackedName(name)}`
    const file = await open().catch((error: unknown) => {
      // It is gone, or the upstream does not give it: the JSON says so.
      if (error instanceof ApiError) return null
      throw error
    })
    if (!file) return { name, missing: true }
    // Only a remote upstream may not say how large a file is.
    const bytes = file.size === null ? new Uint8Array(await new Response(file.body).arrayBuffer()) : null
    const entry = this.#add(path, bytes?.length ?? file.size ?? 0)
    await (bytes ? writeWhole(entry, bytes) : file.body.pipeTo(entry))
    return { name, path }
  }

  #json(path: string, value: unknown): Promise<void> {
    const bytes = new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`)
    return writeWhole(this.#add(path, bytes.length), bytes)
  }

  #add(name: string, size: number): WritableStream<Uint8Array> {
    return this.#tar.add({ name, size, mtime: this.#person.now, mode: 0o600 })
  }
}

async function writeWhole(entry: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const writer = entry.getWriter()
  await writer.write(bytes)
  await writer.close()
}
