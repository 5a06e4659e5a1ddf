import { withPatience } from '../../db/patience.ts'
import { logDiskFull } from '../shop/log.ts'
import { RoundStuck, watchRound } from '../shop/rounds.ts'
import type { Shop } from '../shop/shop.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Watch } from './beat.ts'
import { loopParts, type PartName, parts } from './parts.ts'

/** What a round returns that had nothing to do, because another process did it. */
export const doneElsewhere = Symbol('done elsewhere')

/** Rounds of a part that may hang at the same time: beyond that, starting more would not help. */
const mostLeft = 3

/**
 * Milliseconds a statement may take. Those of the loops are short, and behind a pooler nothing else tells a lost connection
 * from a slow statement (db/watch-connections.ts).
 */
const statementLimit = (part: PartName, limit: number) =>
  part in loopParts ? Math.min(limit, 20_000) : limit

type WatchdogOptions = {
  metrics?: Metrics | undefined
  endProcess?: (() => void) | undefined
  /** milliseconds instead of each part's own, for tests */
  limit?: number
}

/**
 * Runs rounds of the background work. One that fails (database or provider down) is retried in the next; the others
 * continue. One that hangs is left behind, and the next begins; once several hang, the process ends, if something starts it
 * again.
 */
export function startWatchdog(shop: Shop, watch: Watch, options: WatchdogOptions = {}) {
  const left = new Map<PartName, number>()

  return {
    async attempt(part: PartName, work: () => Promise<unknown>): Promise<void> {
      if ((left.get(part) ?? 0) >= mostLeft) return
      const end = options.metrics?.works.startTimer({ part })
      const limit = options.limit ?? parts[part].limit
      const { running, watched } = begin(part, work, limit)
      try {
        if ((await watched) !== doneElsewhere) watch.ended(part)
      } catch (error) {
        if (error instanceof RoundStuck) leave(part, running)
        options.metrics?.workFailures.inc({ part })
        watch.failed(part, error)
        logDiskFull(shop, error)
        shop.log.error({ error, part }, 'the worker could not finish; it tries again')
      } finally {
        end?.()
      }
    },
  }

  function begin(part: PartName, work: () => Promise<unknown>, limit: number) {
    let running: Promise<unknown> = Promise.resolve()
    const watched = watchRound(
      () => {
        running = withPatience(statementLimit(part, limit), () => shop.trace(`work ${part}`, {}, work))
        return running
      },
      limit,
      // What fails in a long round of these is seen by the age of its queue; the others say it at their round's end.
      () => part in loopParts && watch.ended(part),
    )
    return { running, watched }
  }

  function leave(part: PartName, running: Promise<unknown>) {
    const hanging = (left.get(part) ?? 0) + 1
    left.set(part, hanging)
    const back = () => left.set(part, (left.get(part) ?? 1) - 1)
    void running.then(back, back)
    if (hanging < mostLeft) return
    if (options.endProcess) {
      shop.log.fatal({ part }, 'the worker hangs; this process ends, to be started again')
      options.endProcess()
    } else shop.log.fatal({ part }, 'the worker hangs: start the shop again')
  }
}
