import { endUnpaid } from './billing/end-unpaid.ts'
import { finishRefunds } from './billing/finish-refunds.ts'
import { reconcileRenewals } from './billing/reconcile-renewals.ts'
import { keepPriceIds } from './catalog/keep-price-ids.ts'
import { catchUpEvents } from './checkout/catch-up-events.ts'
import { handleEvents } from './checkout/handle-events.ts'
import { reconcile } from './checkout/reconcile.ts'
import { drainOutbox } from './outbox/drain-outbox.ts'
import type { Shop } from './shop.ts'

/** Milliseconds between looks when nothing wakes the worker: another process may have written work. */
const lookEvery = 2_000
/** Milliseconds between reconciliations (payments.md §9: every few minutes). */
const reconcileEvery = 3 * 60_000

/** What is looked at every few minutes and at the start, by the name that the log gives it. */
const everyFewMinutes: Record<string, (shop: Shop) => Promise<unknown>> = {
  'price ids': keepPriceIds,
  'checkouts to reconcile': reconcile,
  'events to catch up': catchUpEvents,
  'demo renewals': async (shop) => shop.payments.renewDemo?.(),
  'renewals to reconcile': reconcileRenewals,
  'memberships to end': endUnpaid,
  'refunds to finish': finishRefunds,
}

/**
 * Runs what happens in the background: events of the provider, the outbox, the reconciler, which also runs at once.
 * Any number of processes may run one.
 */
export function startWorker(shop: Shop): { stop(): Promise<void> } {
  let stopped = false
  let wake = () => {}
  let isAwake = false
  let reconcileAt = 0

  shop.wakeWorker = () => {
    isAwake = true
    wake()
  }

  async function run() {
    while (!stopped) {
      isAwake = false
      if (Date.now() >= reconcileAt) {
        reconcileAt = Date.now() + reconcileEvery
        for (const [part, work] of Object.entries(everyFewMinutes)) await attempt(shop, part, work)
      }
      await attempt(shop, 'events', handleEvents)
      await attempt(shop, 'outbox', drainOutbox)
      if (isAwake || stopped) continue
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, lookEvery).unref()
      })
    }
  }

  const running = attempt(shop, 'payment account', warnOfAccount).then(run)
  return {
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}

async function warnOfAccount(shop: Shop) {
  for (const sentence of await shop.payments.checkAccount()) shop.log.warn(sentence)
}

// A part that fails (database away, provider down) is tried again at the next look; the others go on.
async function attempt(shop: Shop, name: string, work: (shop: Shop) => Promise<unknown>) {
  try {
    await work(shop)
  } catch (error) {
    shop.log.error({ error, part: name }, 'the worker could not finish; it tries again')
  }
}
