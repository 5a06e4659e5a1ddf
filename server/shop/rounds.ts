import type { Shop } from './shop.ts'
import { currentScope, type Round, within } from './trace.ts'

/** A round that got nothing done for longer than its limit. It is left behind, and the next one begins. */
export class RoundStuck extends Error {}

/** Tells the watchdog that a long round goes on: an email was sent, an event handled. */
export function stepDone(): void {
  const { round } = currentScope()
  if (!round) return
  round.movedAt = performance.now()
  round.moved()
}

/**
 * Logs what failed at one item of a round that goes on with the others, and is repeated. The round then counts as failed,
 * so that a part which fails at the same item for long is heard of (server/health/).
 */
export function itemFailed(
  shop: Pick<Shop, 'log'>,
  about: { error: unknown } & Record<string, unknown>,
  sentence: string,
): void {
  shop.log.warn(about, sentence)
  const { round } = currentScope()
  if (round) round.failure ??= about.error
}

/**
 * Runs a round, and watches over it.
 * @param limit milliseconds it may go without a step
 * @returns what the work returned
 * @throws RoundStuck beyond that, while the work may go on: all of it is safe to repeat, and beside itself
 */
export async function watchRound(
  work: () => Promise<unknown>,
  limit: number,
  moved: () => unknown,
): Promise<unknown> {
  const round: Round = { movedAt: performance.now(), failure: null, moved }
  let look: NodeJS.Timeout | undefined
  const running = within({ round }, work)
  const stuck = new Promise<never>((_, reject) => {
    look = setInterval(
      () => {
        if (performance.now() - round.movedAt < limit) return
        reject(new RoundStuck(`It got nothing done for ${Math.round(limit / 1_000)} seconds.`))
      },
      Math.min(limit, 1_000),
    ).unref()
  })
  const result = await Promise.race([running, stuck]).finally(() => clearInterval(look))
  if (round.failure) throw round.failure
  return result
}
