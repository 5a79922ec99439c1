import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Checkout } from '../filled-checkout.ts'
import type { FakeCloudflare } from './server.ts'

const REACH_HOSTS = fileURLToPath(new URL('reach-hosts.ts', import.meta.url))

export interface Typed {
  code: number | null
  /** What it printed, on both outputs. */
  printed: string
}

/** Types a command of package.json in a checkout, as an operator of that account would. One that hangs is ended as by Ctrl-C. */
export function typeAt(
  fake: FakeCloudflare,
  { folder }: Checkout,
  [command = '', ...args]: string[],
  env: Record<string, string> = {},
): Promise<Typed> {
  const { VITEST: _VITEST, NODE_ENV: _NODE_ENV, ...own } = process.env
  const child = spawn(process.execPath, ['functions/cli/command.js', command, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...own, ...fake.env, ...env, NODE_OPTIONS: `--import ${REACH_HOSTS}` },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      printed += text.toString()
    })
  fake.faults.onHang(() => child.kill('SIGINT'))
  return new Promise((done) => child.once('close', (code) => done({ code, printed })))
}

/** A visitor's request to a host of the account, as by https. */
export const visitHost = (
  fake: FakeCloudflare,
  address: string,
  headers: Record<string, string> = {},
): Promise<Response> => {
  const { protocol, hostname, pathname, search } = new URL(address)
  return fetch(fake.origin + pathname + search, {
    headers: { 'x-fake-host': hostname, 'x-fake-scheme': protocol.slice(0, -1), ...headers },
    redirect: 'manual',
  })
}
