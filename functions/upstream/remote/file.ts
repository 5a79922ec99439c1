import type { Wire } from './wire.ts'
import { UpstreamFailedError } from '../../errors.ts'
import type { FileUpstream } from '../upstream.ts'

const unavailable = async (): Promise<never> => {
  throw new UpstreamFailedError('Files are not served yet.')
}

export function remoteFiles(_wire: Wire): FileUpstream {
  return { uploadFiles: unavailable, selectFiles: unavailable, readFile: unavailable }
}
