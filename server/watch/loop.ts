export type Loop = { wake(): void; isWaiting(): boolean; ended: Promise<void> }

/**
 * Repeats the work whenever it is woken, and after a pause.
 * @param pause milliseconds after the round that just ended; null: until it is woken
 */
export function startLoop(
  pause: number | null | (() => number),
  goesOn: () => boolean,
  work: () => Promise<unknown>,
): Loop {
  let isAwake = false
  let endWait: (() => void) | null = null
  async function run() {
    while (goesOn()) {
      isAwake = false
      await work()
      // Woken while working: the new work may have arrived after it checked.
      if (isAwake || !goesOn()) continue
      await new Promise<void>((resolve) => {
        endWait = resolve
        const wait = typeof pause === 'function' ? pause() : pause
        if (wait !== null) setTimeout(resolve, wait).unref()
      })
      endWait = null
    }
  }
  return {
    wake() {
      isAwake = true
      endWait?.()
    },
    isWaiting: () => endWait !== null && !isAwake,
    ended: run(),
  }
}
