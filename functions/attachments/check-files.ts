import { beginCheck, keepFound } from '../database/file-check.ts'
import type { Env } from '../env.ts'
import { logFailure } from '../log.ts'
import { embeddedKey, embeddedReference } from '../upstream/embedded/file.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'
import type { UpstreamCall } from '../upstream/upstream.ts'
import { checkDocument } from './document-check.ts'
import { stagedFiles } from './staged-files.ts'

/** Files of an inquiry: references of the upstream, and uploads that are only staged. */
export interface FileSource {
  references: string[]
  uploads: string[]
}

/**
 * Looks once at each file of an accepted inquiry, in the background, for what may run when it is opened. That a file was not checked is
 * stored before, so that a file on which the isolate ends is not tried again. Files that a remote upstream has are not fetched back.
 * Never throws: what could not be checked is not checked.
 */
export async function checkFiles(env: Env, source: FileSource, call: UpstreamCall): Promise<void> {
  const failed = { requestId: call.requestId, method: 'POST', path: '/api/board/inquiry', code: 'file-check' }
  const log = (error: unknown) => logFailure('warn', failed, error)
  const check = async ({ key, open }: CheckedFile) => {
    if (await beginCheck(env, key)) await keepFound(env, key, await checkDocument(await open()))
  }
  try {
    for await (const file of filesOf(env, source, call)) await check(file).catch(log)
  } catch (error) {
    log(error)
  }
}

interface CheckedFile {
  key: string
  open(): Promise<ReadableStream<Uint8Array>>
}

async function* filesOf(
  env: Env,
  { references, uploads }: FileSource,
  call: UpstreamCall,
): AsyncGenerator<CheckedFile> {
  for (const id of uploads)
    for (const [position, { open }] of (await stagedFiles(env, id)).entries())
      yield { key: embeddedKey(id, position), open }
  if (env.UPSTREAM_URL !== null) return
  // The outbox may have forwarded the staged ones by now.
  for (const reference of [...references, ...uploads.map(embeddedReference)])
    for (const { file_key: key } of await upstreamOf(env).selectFiles(reference, call))
      yield { key, open: async () => (await upstreamOf(env).readFile(key, call)).body }
}
