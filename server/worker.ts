import { eq, gt, lte, ne, or } from 'drizzle-orm'
import { workerLooks } from '../db/schema.ts'
import { keepFigures } from './admin/dashboard/read-dashboard.ts'
import { compareMoney } from './billing/compare-money.ts'
import { carryOutPriceRuns } from './billing/price-runs.ts'
import { finishRefunds } from './billing/refunds.ts'
import { keepBalance } from './books/keep-balance.ts'
import { watchThresholds } from './books/sales-tax.ts'
import { keepPriceIds } from './catalog/catalog-changed.ts'
import { pruneUnpaidCarts } from './checkout/prune-carts.ts'
import { reconcile } from './checkout/reconcile.ts'
import { repairClockRollback } from './clock/repair-clock-rollback.ts'
import { returnUnusedCredit } from './credit/store-credit.ts'
import { curateDue } from './curation/curate-due.ts'
import { tellDelays } from './delays/tell-delays.ts'
import { catchUpEvents } from './events/catch-up-events.ts'
import { handleEvents } from './events/handle-events.ts'
import { prunePaymentEvents } from './events/prune-events.ts'
import { forgetPhotos } from './exchanges/claim-photos.ts'
import { fileExchanges } from './exchanges/file-exchanges.ts'
import { finishHandovers } from './handovers/finish-handover.ts'
import { pruneThreads } from './inbox/prune-threads.ts'
import { receiveMails } from './inbox/receive-mails.ts'
import { addUpBoxCounts } from './ledger/box-counts.ts'
import { shopDay } from './ledger/shop-day.ts'
import { draftLetter } from './letters/draft-letter.ts'
import { pruneLetterReaders } from './letters/prune-readers.ts'
import { carryOutLetters } from './letters/send-letters.ts'
import { pruneHits } from './limits/count-hits.ts'
import { pruneAccountAccess } from './members/sign-out.ts'
import { endUnpaid } from './memberships/end-unpaid.ts'
import { keepAllTerms } from './memberships/next-terms.ts'
import { settleKeptCredit } from './memberships/prepare-renewal.ts'
import { reconcileRenewals } from './memberships/reconcile-renewals.ts'
import { prunePendingSubscribers } from './newsletter/prune-pending.ts'
import { enqueueExpiringCardMails } from './notifications/cards-to-check.ts'
import { announceGifts, sendNotices } from './notifications/send-notices.ts'
import { drainOutbox } from './outbox/drain-outbox.ts'
import { pruneKeptMails } from './outbox/kept-mails.ts'
import { finishLabels, forgetLabelFiles } from './parcels/labels.ts'
import { mailPromises } from './promises/mail-promises.ts'
import { logDiskFull } from './shop/log.ts'
import type { MailSource } from './shop/mail-source.ts'
import type { Shop } from './shop/shop.ts'
import { pruneSignIns } from './staff/end-sessions.ts'
import type { Metrics } from './telemetry/metrics.ts'
import { followParcels } from './tracking/track-parcels.ts'

/** Milliseconds between looks when nothing wakes the worker: another process may have written work. */
const lookEvery = 2_000
/**
 * Milliseconds that a new event of the provider waits. Mostly the browser that paid asks for its order in that time: one of the
 * two would write it, and the other wait for it and write nothing.
 */
const eventsWait = 1_000
/** Milliseconds between reconciliations (stripe.md §9: every few minutes). */
const reconcileEvery = 3 * 60_000

/** Milliseconds that a stopping process gives to what runs: all of it may be repeated. */
const stopWithin = 3_000

/** What is looked at every few minutes and at the start, by the name that the log gives it. */
const everyFewMinutes: Record<string, Work> = {
  'what a wrong clock wrote': repairClockRollback,
  'price ids': keepPriceIds,
  'checkouts to reconcile': reconcile,
  'events to catch up': catchUpEvents,
  'demo renewals': async (shop) => shop.payments.renewDemo?.(),
  'renewals to reconcile': reconcileRenewals,
  'memberships to end': endUnpaid,
  'handovers to finish': finishHandovers,
  'refunds to finish': finishRefunds,
  'what moved the balance': (shop) => keepBalance(shop),
  'labels to finish': finishLabels,
  'parcels to follow': followParcels,
  'exchanges to file': fileExchanges,
  'gifts to announce': announceGifts,
  'promises of the morning': mailPromises,
  'carts that nobody paid': pruneUnpaidCarts,
  'sign-ups that nobody confirmed': prunePendingSubscribers,
  'the letter of the month': draftLetter,
  'price runs': carryOutPriceRuns,
  'terms to keep': keepAllTerms,
  'cards that run out': enqueueExpiringCardMails,
  'boxes to add up': addUpBoxCounts,
  'figures to add up': keepFigures,
  'drops to curate': curateDue,
  'money to compare': compareMoney,
}

/** What one process does for all, once an hour, and at once on a new day: most of it is due by the calendar. */
const everyHour: Record<string, Work> = {
  'sales tax thresholds': watchThresholds,
  'notices to send': sendNotices,
  'late belts to tell': tellDelays,
  'credit left over': returnUnusedCredit,
  'credit kept for bills': settleKeptCredit,
  'sign-ins to forget': pruneSignIns,
  'links of members to forget': pruneAccountAccess,
  'limits to forget': pruneHits,
  'mails to forget': pruneKeptMails,
  'readers of letters to forget': pruneLetterReaders,
  'conversations to forget': pruneThreads,
  'news of the provider to forget': prunePaymentEvents,
  'labels to forget': forgetLabelFiles,
  'photos to forget': forgetPhotos,
}
/** Everything that is done without anybody asking, by the name that the log gives it. */
export const backgroundWork: Record<string, Work> = {
  outbox: drainOutbox,
  events: handleEvents,
  letters: carryOutLetters,
  ...everyFewMinutes,
  ...everyHour,
}
const hour = 60 * 60_000

/** All that is looked at, by the name that the log gives it. */
export const background: Record<string, Work> = { ...everyFewMinutes, ...everyHour }

type Work = (shop: Shop) => Promise<unknown>
type Loop = { wake(): void; isWaiting(): boolean; ended: Promise<void> }

/**
 * Runs what happens in the background: mails, events of the provider, and the repairs, which also run at once. Each goes
 * its own pace, so that mails leave while the provider hangs. Any number of processes may run one.
 */
export function startWorker(shop: Shop, metrics?: Metrics, source?: MailSource): { stop(): Promise<void> } {
  let isStopped = false
  const attempt = (part: string, work: Work) => attemptOnce(shop, metrics, part, work)
  const goesOn = () => !isStopped
  // Two, so that a mail which the mail server hangs at does not keep back what comes after it.
  const mails = [1, 2].map(() => startLoop(lookEvery, goesOn, () => attempt('outbox', drainOutbox)))
  const events = startLoop(lookEvery, goesOn, () => attempt('events', handleEvents))
  const letters = startLoop(lookEvery, goesOn, () => attempt('letters', carryOutLetters))
  const repairs = startLoop(reconcileEvery, goesOn, async () => {
    for (const [part, work] of Object.entries(everyFewMinutes)) if (goesOn()) await attempt(part, work)
    for (const [part, work] of Object.entries(everyHour))
      if (goesOn()) await attempt(part, () => onceAnHour(shop, part, work))
  })
  // A mail server that hangs keeps back nothing else.
  const comingIn = source
    ? [
        startLoop(source.lookEvery, goesOn, () =>
          attempt('mails coming in', (each) => receiveMails(each, source)),
        ),
      ]
    : []
  // Once: an owner reads the log at the start.
  void attempt('payment account', warnOfAccount)
  // One is enough where it waits: both would look for the same mail.
  function wakeMails() {
    const waiting = mails.find((loop) => loop.isWaiting())
    for (const loop of waiting ? [waiting] : mails) loop.wake()
  }
  let isWaiting = false
  function wakeEvents() {
    isWaiting = false
    events.wake()
  }
  shop.wakeWorker = (what = 'mails') => {
    if (what === 'mails') return wakeMails()
    if (!isWaiting) setTimeout(wakeEvents, eventsWait).unref()
    isWaiting = true
  }
  return {
    async stop() {
      isStopped = true
      const all = [...mails, ...comingIn, letters, events, repairs]
      for (const loop of all) loop.wake()
      await Promise.race([
        Promise.all(all.map((loop) => loop.ended)),
        new Promise((resolve) => setTimeout(resolve, stopWithin).unref()),
      ])
    },
  }
}

/**
 * Does it unless a process did within the hour of this day. What fails is tried at the next look; what a process dies in is
 * done an hour later.
 */
export async function onceAnHour(shop: Shop, part: string, work: Work): Promise<void> {
  const [lookedAt, day] = [shop.now(), shopDay(shop)]
  const [isMine] = await shop.db
    .insert(workerLooks)
    .values({ part, day, lookedAt })
    .onConflictDoUpdate({
      target: workerLooks.part,
      set: { day, lookedAt },
      // A clock that was set back may have left a time to come.
      setWhere: or(
        ne(workerLooks.day, day),
        lte(workerLooks.lookedAt, new Date(lookedAt.getTime() - hour)),
        gt(workerLooks.lookedAt, new Date(lookedAt.getTime() + hour)),
      ),
    })
    .returning()
  if (!isMine) return
  try {
    await work(shop)
  } catch (error) {
    await shop.db.delete(workerLooks).where(eq(workerLooks.part, part))
    throw error
  }
}

/** Works again whenever woken, and every so many milliseconds. */
function startLoop(every: number, goesOn: () => boolean, work: () => Promise<unknown>): Loop {
  let isAwake = false
  let endWait: (() => void) | null = null
  async function run() {
    while (goesOn()) {
      isAwake = false
      await work()
      // Woken while it worked: what it was woken for may have come after it looked.
      if (isAwake || !goesOn()) continue
      await new Promise<void>((resolve) => {
        endWait = resolve
        setTimeout(resolve, every).unref()
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

async function warnOfAccount(shop: Shop) {
  for (const { state, advice } of await shop.payments.checkAccount(shop.config.publicUrl))
    if (state !== 'good') shop.log.warn(advice)
}

// A part that fails (database away, provider down) is tried again at the next look; the others go on.
async function attemptOnce(shop: Shop, metrics: Metrics | undefined, name: string, work: Work) {
  const end = metrics?.works.startTimer({ part: name })
  try {
    await shop.trace(`work ${name}`, {}, () => work(shop))
  } catch (error) {
    metrics?.workFailures.inc({ part: name })
    logDiskFull(shop, error)
    shop.log.error({ error, part: name }, 'the worker could not finish; it tries again')
  } finally {
    end?.()
  }
}
