import worker from './MAIN'
export * from './MAIN'

/*
 * The entry of the built Worker with bindings that break on demand: `x-broken: DB=fail FILES.put=hang` is for this request alone. A request
 * meets the binding as the Worker does, so that nothing of the Worker itself is replaced.
 */
const HEADER = 'x-broken'

// The checks of /readyz are kept by the Worker's env: one for each fault, as one for each isolate.
const envs = new Map()

function brokenEnv(env, faults) {
  const known = envs.get(faults)
  if (known) return known
  const broken = { ...env }
  for (const fault of faults.split(' ')) {
    const [target, how] = fault.split('=')
    const [name, method] = target.split('.')
    broken[name] = brokenBinding(env[name], method, () =>
      how === 'hang' ? new Promise(() => {}) : Promise.reject(new Error(`${target} fails on demand`)),
    )
  }
  envs.set(faults, broken)
  return broken
}

/** What only prepares a call goes on; what makes one breaks. */
const PREPARES = {
  prepare: 'statement',
  bind: 'statement',
  getByName: 'stub',
  get: 'stub',
}
const isStubMaker = (binding, method) => method !== 'get' || typeof binding.idFromName === 'function'

function brokenBinding(binding, broken, fault) {
  return new Proxy(binding, {
    get(target, method) {
      const member = target[method]
      if (typeof member !== 'function') return member
      if (method in PREPARES && isStubMaker(target, method))
        return (...values) => brokenBinding(target[method](...values), broken, fault)
      if (method === 'idFromName' || method === 'then') return member.bind(target)
      return (...values) => (broken === undefined || broken === method ? fault() : target[method](...values))
    },
  })
}

export default {
  ...worker,
  fetch(request, env, ctx) {
    const faults = request.headers.get(HEADER)
    return worker.fetch(request, faults ? brokenEnv(env, faults) : env, ctx)
  },
}
