import { UpstreamTimeoutError } from '../../errors.ts'
import { within } from '../../http/deadline.ts'
import { UPLOAD_MS_MAX, type Upstream } from '../upstream.ts'

/**
 * The embedded upstream with the deadlines of a remote one, so that a slow D1 or R2 holds neither pages nor deliveries. What they do
 * after a deadline is not waited for; an inquiry that arrives after it is the same one when it is sent again.
 * @param timeoutMs of each call but an upload, whose bytes may take as long as a remote one's
 */
export function withDeadline(upstream: Upstream, timeoutMs: number): Upstream {
  const inTime =
    <Args extends unknown[], Result>(name: string, call: (...args: Args) => Promise<Result>, ms = timeoutMs) =>
    (...args: Args): Promise<Result> =>
      within(ms, call(...args), (): never => {
        throw new UpstreamTimeoutError(`${name} was not answered in time.`)
      })
  return {
    idempotent: upstream.idempotent,
    keepsRows: upstream.keepsRows,
    selectList: inTime('board/selectList', upstream.selectList),
    selectSubCategory: inTime('board/selectSubCategory', upstream.selectSubCategory),
    selectDetail: inTime('board/selectDetail', upstream.selectDetail),
    ping: inTime('ping', upstream.ping),
    uploadFiles: inTime('file/upload', upstream.uploadFiles, UPLOAD_MS_MAX),
    selectFiles: inTime('file/select', upstream.selectFiles),
    readFile: inTime('file/read', upstream.readFile),
    sendInquiry: inTime('board/inquiry', upstream.sendInquiry),
  }
}
