import { readFileSync } from 'node:fs'

/** Milliseconds between two turns of the clock that notices a process standing still. */
const turn = 500
/** Milliseconds after its start in which a process isn't watched: it compiles its code and renders each page once. */
const usualGrace = 60_000

/** What one look reads, in milliseconds since some instant. */
export type Times = {
  clock: number
  /** processor time of this process */
  used: number
  /** how long its main thread was ready and got no processor; null where the system doesn't say */
  waited: number | null
}

/**
 * For how many milliseconds a process stood still by its own doing, or by its disk's. A machine whose processors others take
 * makes everything late, which is no fault of the shop's and no news to whoever runs it.
 */
export function stoodStill(before: Times, now: Times): number {
  const late = now.clock - before.clock - turn
  const waited =
    now.waited !== null && before.waited !== null
      ? now.waited - before.waited
      : now.clock - before.clock - (now.used - before.used)
  return Math.max(0, late - waited)
}

/** Linux: nanoseconds the main thread has waited in a run queue (Documentation/scheduler/sched-stats.rst). */
function waitedNow(): number | null {
  try {
    const waited = Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[1])
    return Number.isFinite(waited) ? waited / 1e6 : null
  } catch {
    return null
  }
}

function timesNow(): Times {
  const { user, system } = process.cpuUsage()
  return { clock: performance.now(), used: (user + system) / 1_000, waited: waitedNow() }
}

/**
 * Calls `tell` with the milliseconds for which this process answered nobody, if that's longer than `longest`.
 * @returns stops it
 */
export function watchLoop(
  longest: number,
  tell: (milliseconds: number) => void,
  grace: number = usualGrace,
): () => void {
  const begun = performance.now()
  let last = timesNow()
  const timer = setInterval(() => {
    const now = timesNow()
    const still = stoodStill(last, now)
    last = now
    if (still > longest && now.clock - begun > grace) tell(still)
  }, turn).unref()
  return () => clearInterval(timer)
}
