import { useEffect, useState } from 'react'

export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'ready'; value: T }
  | { state: 'failed'; error: unknown; retry: () => void }

/** Something that is fetched when it is first shown, and may be tried again. `load` must not change between renders. */
export function useLoaded<T>(load: (key: string) => Promise<T>, key: string): Loaded<T> {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let isGone = false
    setLoaded({ state: 'loading' })
    load(key).then(
      (value) => !isGone && setLoaded({ state: 'ready', value }),
      (error: unknown) =>
        !isGone && setLoaded({ state: 'failed', error, retry: () => setAttempt((before) => before + 1) }),
    )
    return () => {
      isGone = true
    }
  }, [load, key, attempt])
  return loaded
}
