import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** True while React takes over the server's HTML, which is the same for every visitor; false ever after. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}
