/* What stands for the modules of workerd in unit tests (vitest.config.ts): `cloudflare:workers` and `cloudflare:sockets`. */

/** Work that goes on after an answer. */
export const background = new Set<Promise<unknown>>()

export function waitUntil(work: Promise<unknown>): void {
  background.add(work)
  const end = () => background.delete(work)
  work.then(end, end)
}

export class WorkerEntrypoint {}

/** Stands for FixedLengthStream and IdentityTransformStream: passes bytes on. */
export class FixedLengthStream extends TransformStream {}

/** Whether the upstream takes connections. */
export const socket = { opens: true }

export const connect = () => ({
  opened: socket.opens ? Promise.resolve() : Promise.reject(new Error('refused')),
  closed: Promise.resolve(),
  close: async () => undefined,
})
