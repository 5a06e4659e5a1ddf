/** A seeded source of numbers in [0, 1): the same seed gives the same run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * The seed of this run: SEED from the environment. The default is always the same, so that `npm test` fails because of a
 * change and not by chance; `npm run soak` draws new seeds (docs/decisions/029-fixed-seeds-in-tests.md).
 */
export function runSeed(): number {
  return Number(process.env.SEED ?? 2026)
}

/** How many, or which: as many as `npm test` has time for, or all with SOAK=1, as in `npm run soak`. */
export function sized<T>(inTest: T, inSoak: T): T {
  return process.env.SOAK === '1' ? inSoak : inTest
}
