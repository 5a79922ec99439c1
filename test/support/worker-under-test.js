/*
 * The main module of a test site. It hands on everything to the built Worker (its address stands for `built`), and adds what a test cannot
 * cause from outside: a cron at another time, and a binding that is slow or fails for one request.
 */
import worker from 'built'
export * from 'built'

/** Ends a cron that finds the clock at the time that is given with it; see `Site.scheduled`. */
const AS_IF_THEN = ', as if it were then'
/** Header that names a binding and what it does in this request, such as `DB slow` or `READ_LIMIT fails`. */
const FAULT = 'x-binding-fault'
const SLOW_MS = 8000

/** The Worker's env by fault: it keeps what it knows of an env. */
const envs = new Map()

function withFault(env, fault) {
  const [name, kind] = fault.split(' ')
  const fail = async () => {
    if (kind === 'fails') throw new Error('It fails on demand.')
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
  }
  /** The same object, but each of these methods fails first. */
  const faulty = (real, methods) =>
    new Proxy(real, {
      get(target, key) {
        const value = target[key]
        if (typeof value !== 'function') return value
        if (key === 'prepare' || key === 'bind') return (...args) => faulty(value.apply(target, args), methods)
        if (!methods.includes(key)) return value.bind(target)
        return async (...args) => {
          await fail()
          return value.apply(target, args)
        }
      },
    })
  return { ...env, [name]: faulty(env[name], ['first', 'all', 'run', 'raw', 'batch', 'get', 'head', 'limit']) }
}

export default {
  ...worker,
  fetch(request, env, ctx) {
    const fault = request.headers.get(FAULT)
    if (fault !== null && !envs.has(fault)) envs.set(fault, withFault(env, fault))
    return worker.fetch(request, envs.get(fault) ?? env, ctx)
  },
  /*
   * The Worker itself believes no time that is later than its clock, and R2 cannot be told that an object is old. Only what the handler
   * reads at once is that time, so that nothing else of the isolate sees it.
   */
  scheduled({ cron, scheduledTime }, env, ctx) {
    const { now } = Date
    if (cron.endsWith(AS_IF_THEN)) Date.now = () => scheduledTime
    try {
      return worker.scheduled({ cron: cron.replace(AS_IF_THEN, ''), scheduledTime }, env, ctx)
    } finally {
      Date.now = now
    }
  },
}
