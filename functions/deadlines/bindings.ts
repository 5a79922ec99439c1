import { RATE_LIMIT_NAMES } from '../contract/rate-limits.ts'
import { inTime } from './deadline.ts'

/*
 * The bindings as the Worker uses them: each call has a deadline, so that a store which never answers holds no request, no delivery and no run.
 */

/** How long a call may take, in milliseconds. A visitor waits for D1. R2 stores parts of 5 MiB. */
const DEADLINES: Record<string, number> = {
  DB: 5000,
  CACHE: 2000,
  FILES: 15_000,
  ...Object.fromEntries(RATE_LIMIT_NAMES.map((name) => [name, 500])),
}
/** Whoever reads from KV can go on without it. */
const KV_READ_MS = 500
const KV_READS = ['get', 'getWithMetadata']

/** What is handed out, and the object behind it: D1's `batch` takes its own statements. */
const behind = new WeakMap<object, object>()

/**
 * The same bindings and settings, each call of D1, KV, R2 and the rate limits with a deadline. What it calls goes on after that.
 * Calls throw StoreTimeoutError after their deadline, else what they throw.
 * @param raw the Worker's env as the runtime gives it
 */
export function withDeadlines<E extends object>(raw: E): E {
  if (behind.has(raw)) return raw
  const known = wrapped.get(raw)
  if (known) return known as E
  const bindings = Object.entries(raw).map(([name, value]: [string, unknown]) => {
    const ms = DEADLINES[name]
    if (ms === undefined || !isObject(value)) return [name, value]
    return [name, handOut(value, (method) => (name === 'CACHE' && KV_READS.includes(method) ? KV_READ_MS : ms))]
  })
  const env = Object.fromEntries(bindings) as E
  wrapped.set(raw, env)
  behind.set(env, raw)
  return env
}
const wrapped = new WeakMap<object, object>()

function handOut<T extends object>(target: T, deadlineOf: (method: string) => number): T {
  const wrap = (value: unknown) => (makesCalls(value) ? handOut(value, deadlineOf) : value)
  const handed = new Proxy(target, {
    get(_, name) {
      // Natives read their fields of themselves only.
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(member, target, args.map(unwrapped))
        return result instanceof Promise ? inTime(result, deadlineOf(String(name))).then(wrap) : wrap(result)
      }
    },
  })
  behind.set(handed, target)
  return handed
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A statement of D1, a multipart upload or an object of R2. */
const makesCalls = (value: unknown): value is object =>
  isObject(value) &&
  ['bind', 'uploadPart', 'arrayBuffer'].some((name) => typeof Reflect.get(value, name) === 'function')

function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrapped)
  return isObject(value) ? (behind.get(value) ?? value) : value
}
