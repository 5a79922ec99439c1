import type { Env } from '../../env.ts'
import { UpstreamFailedError } from '../../errors.ts'
import type { FileUpstream } from '../upstream.ts'

const unavailable = async (): Promise<never> => {
  throw new UpstreamFailedError('Files are not served yet.')
}

export function embeddedFiles(_env: Pick<Env, 'DB' | 'FILES'>): FileUpstream {
  return { uploadFiles: unavailable, selectFiles: unavailable, readFile: unavailable }
}
