import { signFileKeys } from '../attachments/signed-reference.ts'
import { brandWithId } from '../brand/hosts.ts'
import type { MessageFile } from '../contract/conversation.ts'
import type { FileRecord } from '../contract/attachments.ts'
import { eachField } from '../contract/form-fields.ts'
import { staffLinkMs } from '../contract/retention.ts'
import { MARKED_AS_SPAM, type ShownSignal } from '../contract/spam-signals.ts'
import { type InquiryRow, isReceivedHere, telephoneOf } from '../database/inquiry-row.ts'
import { fileRecordOf, type FileRow, filesOfInquiries, objectKey } from '../database/upload.ts'
import { messagesOfAll, type MessageRow } from '../database/message-row.ts'
import type { Env } from '../env.ts'
import { writeNotification } from './upstream-notification.ts'

/** Kept for the site itself. */
const INTERNAL = [
  'replied_at',
  'accepted_at',
  'kind',
  'locale',
  'destroy_at',
  'destroyed_at',
  'spam_signals',
  'processed_months',
  'consent_day',
  'remind_on',
  'consent_way',
  'staged',
] as const satisfies (keyof InquiryRow)[]

/**
 * One inquiry as commands and exports list it, with the field names of `board/inquiry` (docs/contract.md#1). Contents are null where they
 * are not kept here, or no longer.
 */
export interface ListedInquiry extends Omit<InquiryRow, (typeof INTERNAL)[number]> {
  received_at: string
  /** The notification, of what the site's own upstream has received. */
  title: string | null
  contents: string | null
  is_home_unite: boolean
  is_home_inquiry: boolean
  /** Those that are here, with their keys in R2. */
  files: FileRecord[]
  /** Answers and replies, the oldest first; none where they are not read. Notes are for colleagues and in no export. */
  messages: ListedMessage[]
}

type ListedMessage = Pick<MessageRow, 'id' | 'kind' | 'at' | 'author' | 'state' | 'text'> & { files: FileRecord[] }

/** Rows as they are listed, with the names of their files. @param hasMessages whether what was said later is read too: it may be long */
export async function listRows(
  { DB }: Pick<Env, 'DB'>,
  rows: readonly InquiryRow[],
  hasMessages: boolean,
): Promise<ListedInquiry[]> {
  const receipts = rows.map(({ receipt }) => receipt)
  const files = Map.groupBy(await filesOfInquiries(DB, receipts), ({ receipt }) => receipt)
  const messages = Map.groupBy(hasMessages ? await messagesOfAll(DB, receipts) : [], ({ receipt }) => receipt)
  const listed = rows.map(async (row): Promise<ListedInquiry> => {
    const own: Partial<InquiryRow> = { ...row }
    for (const name of INTERNAL) delete own[name]
    const ownFiles = files.get(row.receipt) ?? []
    return {
      ...(own as Omit<InquiryRow, (typeof INTERNAL)[number]>),
      ...(await notificationOf(DB, row, ownFiles)),
      received_at: row.accepted_at,
      is_home_unite: row.kind === 'partnership',
      is_home_inquiry: row.kind === 'sales',
      files: ownFiles.map(({ upload_id, position, name }) => ({
        file_key: objectKey(upload_id, position),
        file_name: name,
      })),
      messages: (messages.get(row.receipt) ?? []).map(listedMessage),
    }
  })
  return Promise.all(listed)
}

/** What the site's own upstream says of an inquiry that it has received, with links to its files. */
async function notificationOf(
  DB: D1Database,
  row: InquiryRow,
  files: readonly FileRow[],
): Promise<Pick<ListedInquiry, 'title' | 'contents'>> {
  if (!isReceivedHere(row)) return { title: null, contents: null }
  return writeNotification(
    {
      texts: eachField((name) => row[name] ?? ''),
      kind: row.kind,
      canary: false,
      spamSignals: (JSON.parse(row.spam_signals) as ShownSignal[]).filter((signal) => signal !== MARKED_AS_SPAM),
      privacyVersion: row.privacy_version,
      telephone: telephoneOf(row),
    },
    {
      origin: brandWithId(row.brand_id).origin,
      attachments: await signFileKeys({ DB }, files.map(fileRecordOf), staffLinkMs(row.processed_months)),
      unnamed: [],
      missing: [],
      keptAt: null,
    },
  )
}

function listedMessage({ id, kind, at, author, state, text, files }: MessageRow): ListedMessage {
  const names = (JSON.parse(files) as MessageFile[]).map(({ key, name }) => ({ file_key: key, file_name: name }))
  return { id, kind, at, author, state, text, files: names }
}
