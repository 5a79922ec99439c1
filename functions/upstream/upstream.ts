import type { BoardDetail, BoardItem, SubCategory } from '../contract/board.ts'
import type { FileRecord } from '../contract/attachments.ts'
import type { UpstreamInquiry } from '../contract/inquiry-body.ts'
import type { SelectDetailBody, SelectSubCategoryBody } from '../contract/request-bodies.ts'

/** On whose behalf the upstream is called; sent as headers. */
export interface UpstreamCall {
  requestId: string
  /** The brand's white-label value. */
  whiteLabel: string
}

/** The call that sends an inquiry. */
export interface SendCall extends UpstreamCall {
  /** Tells the inquiries of all brands apart, and is the same on every try. */
  receipt: string
}

/** A file to upload. A retry calls `open` again. */
export interface OutgoingFile {
  name: string
  /** Media type, found by content. */
  type: string
  /** Bytes. */
  size: number
  open(): Promise<ReadableStream<Uint8Array>>
}

export interface DownloadedFile {
  name: string
  type: string
  size: number | null
  body: ReadableStream<Uint8Array>
}

/*
 * The upstream's `/api/` (docs/specification.md#7), embedded or remote. Answers are normalised to the contract's shapes.
 * Every method throws UpstreamFailedError (non-2xx, or an answer that does not parse) or UpstreamTimeoutError (no answer
 * before the deadline).
 */

/** The longest upload. */
export const UPLOAD_MS_MAX = 300_000

export interface BoardUpstream {
  /** All entries of a board. */
  selectList(board: SelectSubCategoryBody, call: UpstreamCall): Promise<BoardItem[]>
  selectSubCategory(board: SelectSubCategoryBody, call: UpstreamCall): Promise<SubCategory[]>
  /** @throws NotFoundError where there is no such entry (404, or `data: null`). */
  selectDetail(body: SelectDetailBody, call: UpstreamCall): Promise<BoardDetail>
  /** For /readyz: throws where the upstream cannot be reached. */
  ping(call: UpstreamCall): Promise<void>
}

export interface FileUpstream {
  /**
   * Uploads all files of one form field in one request. Gives the file reference id.
   * @param upload id of the staged upload
   */
  uploadFiles(upload: string, files: OutgoingFile[], call: UpstreamCall): Promise<string>
  selectFiles(fileId: string, call: UpstreamCall): Promise<FileRecord[]>
  /** @throws NotFoundError where there is no such file. */
  readFile(fileKey: string, call: UpstreamCall): Promise<DownloadedFile>
}

export interface InquiryUpstream {
  /** Whether the row of an inquiry is what this upstream has received, so that it keeps its contents. */
  readonly keepsRows: boolean
  /**
   * Sends an inquiry. A failure without an answer says by `maybeTaken` whether the upstream may have taken it: the specification knows no
   * key, so that each repetition may be a second e-mail.
   */
  sendInquiry(inquiry: UpstreamInquiry, call: SendCall): Promise<void>
}

export interface Upstream extends BoardUpstream, FileUpstream, InquiryUpstream {}
