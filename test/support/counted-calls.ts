/** A binding of the platform that tells each call of its methods. */
export const counted = <T extends object>(binding: T, onCall: () => void): T =>
  new Proxy(binding, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      return typeof method !== 'function'
        ? method
        : (...given: unknown[]) => {
            onCall()
            return (method as (...all: unknown[]) => unknown).apply(target, given)
          }
    },
  })
