import type { Env } from '../env.ts'
import { embeddedBoard } from './embedded/board.ts'
import { embeddedFiles } from './embedded/file.ts'
import { embeddedInquiries } from './embedded/inquiry.ts'
import { remoteBoard } from './remote/board.ts'
import { remoteFiles } from './remote/file.ts'
import { remoteInquiries } from './remote/inquiry.ts'
import type { Upstream } from './upstream.ts'

const chosen = new WeakMap<Env, Upstream>()

/** The upstream that the settings name, embedded or remote. One for each isolate, so that its breakers are shared. */
export function upstreamOf(env: Env): Upstream {
  const known = chosen.get(env)
  if (known) return known
  const upstream =
    env.UPSTREAM_URL === null ? embedded(env) : remote({ origin: env.UPSTREAM_URL, timeoutMs: env.UPSTREAM_TIMEOUT_MS })
  chosen.set(env, upstream)
  return upstream
}

const embedded = (env: Env): Upstream => ({
  ...embeddedBoard(env.DB),
  ...embeddedFiles(env),
  ...embeddedInquiries(env),
})

const remote = (wire: Parameters<typeof remoteBoard>[0]): Upstream => ({
  ...remoteBoard(wire),
  ...remoteFiles(wire),
  ...remoteInquiries(wire),
})
