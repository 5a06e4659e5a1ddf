/** A clock that stands still until it's moved. */
export type TestClock = { now: () => Date; set(iso: string): void; advance(milliseconds: number): void }

/** @param iso the instant where it stands, e.g. 2026-11-21T12:00:00Z */
export function testClock(iso: string): TestClock {
  let time = new Date(iso).getTime()
  return {
    now: () => new Date(time),
    set: (next) => {
      time = new Date(next).getTime()
    },
    advance: (milliseconds) => {
      time += milliseconds
    },
  }
}
