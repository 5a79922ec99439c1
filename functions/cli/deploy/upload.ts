import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../programs.ts'

/** Long enough for a slow line; a call that hangs ends then. */
const UPLOAD_MS_MAX = 600_000

interface Upload {
  config: string
  tag: string
  message: string
  /** Whether it has to be live at once: the Worker is new, or its Durable Objects change. */
  atOnce: boolean
  /** Secrets that it gets; those that are not named stay. */
  secrets: Record<string, string>
}

/** Uploads the built Worker. */
export async function upload({ config, tag, message, atOnce, secrets }: Upload): Promise<void> {
  const command = atOnce ? ['deploy'] : ['versions', 'upload']
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-upload-'))
  try {
    const given = Object.keys(secrets).length > 0
    const file = join(folder, 'secrets.json')
    if (given) await writeFile(file, JSON.stringify(secrets), { mode: 0o600 })
    const args = [
      ...command,
      '--config',
      config,
      '--tag',
      tag,
      '--message',
      message,
      ...(given ? ['--secrets-file', file] : []),
    ]
    await run('wrangler', args, 'The upload', { timeoutMs: UPLOAD_MS_MAX })
  } finally {
    await rm(folder, { recursive: true })
  }
}
