import type {
  BoardDetail,
  BoardItem,
  SelectDetailBody,
  SelectListBody,
  SelectSubCategoryBody,
  SubCategory,
} from '../contract/board.ts'
import type { Rows } from '../lists/rows.ts'
import type { FileRecord } from '../contract/file.ts'
import type { UpstreamInquiry } from '../contract/inquiry.ts'

/** Who asks: goes along with every call as headers. */
export interface UpstreamCall {
  requestId: string
  /** The brand's white-label value. */
  whiteLabel: string
  /** Sent on with an inquiry, so that a second delivery of the same one is recognised. */
  idempotencyKey?: string
  /** The inquiry's receipt; only the embedded upstream keeps it. */
  receipt?: string
}

/** A file on its way upstream. `open` may be called again for a second try. */
export interface OutgoingFile {
  name: string
  /** Media type found by content. */
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
 * The upstream `/api/` (spec 7), embedded or remote, in three parts. Answers are parsed into the contract's shapes;
 * `contents` is still the upstream's own HTML.
 * Every method throws UpstreamFailedError (non-2xx, or an answer that does not parse) or UpstreamTimeoutError
 * (nothing before the deadline).
 */

export interface BoardUpstream {
  selectList(body: SelectListBody, call: UpstreamCall): Promise<Rows<BoardItem>>
  selectSubCategory(body: SelectSubCategoryBody, call: UpstreamCall): Promise<Rows<SubCategory>>
  /** @throws NotFoundError where there is no such entry (404, or `data: null`). */
  selectDetail(body: SelectDetailBody, call: UpstreamCall): Promise<BoardDetail>
  /** Whether the upstream can be reached at all; for /readyz. */
  ping(call: UpstreamCall): Promise<void>
}

export interface FileUpstream {
  /** One upload of all the files of one field, one request. Gives the file reference id. */
  uploadFiles(files: OutgoingFile[], call: UpstreamCall): Promise<string>
  selectFiles(fileId: string, call: UpstreamCall): Promise<FileRecord[]>
  /** @throws NotFoundError where there is no such file. */
  readFile(fileKey: string, call: UpstreamCall): Promise<DownloadedFile>
}

export interface InquiryUpstream {
  sendInquiry(inquiry: UpstreamInquiry, call: UpstreamCall): Promise<void>
}

export interface Upstream extends BoardUpstream, FileUpstream, InquiryUpstream {}
