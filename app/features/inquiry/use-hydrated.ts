import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether a script runs the page: false as it comes from the server, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
