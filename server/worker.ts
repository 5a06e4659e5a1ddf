import { eq, gt, lte, ne, or } from 'drizzle-orm'
import { workerLooks } from '../db/schema.ts'
import { cacheFigures } from './admin/dashboard/read-dashboard.ts'
import { pruneApprovals } from './admin/giving/approvals.ts'
import { startAlarms } from './alarms/alarms.ts'
import { tendBackups } from './backup/tend-backups.ts'
import { compareMoney } from './billing/compare-money.ts'
import { processPriceRuns } from './billing/price-runs.ts'
import { finishRefunds } from './billing/refunds.ts'
import { processRenewalStops } from './billing/renewal-stops.ts'
import { syncBalance } from './books/payouts.ts'
import { watchThresholds } from './books/sales-tax.ts'
import { cachePriceIds } from './catalog/catalog-changed.ts'
import { pruneUnpaidCarts } from './checkout/abandon-checkout.ts'
import { reconcile } from './checkout/reconcile.ts'
import { noteRound } from './clock/after-a-break.ts'
import { repairClockRollback } from './clock/repair-clock-rollback.ts'
import { returnUnusedCredit } from './credit/store-credit.ts'
import { curateDue } from './curation/curate-drop.ts'
import { notifyDelays } from './delays/notify-delays.ts'
import { handleEvents } from './events/handle-events.ts'
import { catchUpEvents, prunePaymentEvents } from './events/store-events.ts'
import { deletePhotos } from './exchanges/claim-photos.ts'
import { fileExchanges } from './exchanges/file-exchanges.ts'
import { aggregateBoxCounts } from './figures/add-up.ts'
import { finishHandovers } from './handovers/finish-handover.ts'
import { pruneOffers } from './handovers/prune-offers.ts'
import { pruneNotices } from './health/self-watch.ts'
import { pruneThreads } from './inbox/find-thread.ts'
import { receiveMails } from './inbox/receive-mails.ts'
import { draftLetter } from './letters/draft-letter.ts'
import { processLetters, pruneLetterReaders } from './letters/send-letters.ts'
import { pruneHits } from './limits/count-hits.ts'
import { drainOutbox } from './mailing/drain-outbox.ts'
import { pruneAccountAccess } from './members/member-session.ts'
import { endUnpaid } from './memberships/end-unpaid.ts'
import { syncAllTerms } from './memberships/next-terms.ts'
import { settleKeptCredit } from './memberships/prepare-renewal.ts'
import { reconcileRenewals } from './memberships/reconcile-renewals.ts'
import { prunePendingSubscribers } from './newsletter/subscribe.ts'
import { enqueueExpiringCardMails } from './notifications/expiring-cards.ts'
import { announceGifts, sendNotices } from './notifications/send-notices.ts'
import { pruneMailArchive } from './outbox/mail-archive.ts'
import { deleteLabelFiles, finishLabels } from './parcels/labels.ts'
import { enqueuePromisesMail } from './promises/list-promises.ts'
import type { MailSource } from './shop/mailer.ts'
import { type Shop, shopDay } from './shop/shop.ts'
import { pruneSignIns } from './staff/end-sessions.ts'
import type { Metrics } from './telemetry/metrics.ts'
import { pollTracking } from './tracking/track-parcels.ts'
import { Watch } from './watch/beat.ts'
import { startLookout } from './watch/lookout.ts'
import { startLoop } from './watch/loop.ts'
import type { HourPart, LoopPart, MinutePart, PartName } from './watch/parts.ts'
import { doneElsewhere, startWatchdog } from './watch/watchdog.ts'

/**
 * Milliseconds a new provider event waits. In that time the paying browser usually asks for its order; handled at the same
 * time, one of the two would only wait for the other.
 */
const eventsWait = 1_000
/** Milliseconds a new email waits, so that one statement claims those of several orders. */
const mailsWait = 100
/** Milliseconds between looks whether a backup is due. */
const lookForBackupsEvery = 60_000
/** Milliseconds between reconciliations (stripe.md §9: every few minutes). */
export const reconcileEvery = 3 * 60_000

/** Milliseconds a stopping process gives running work, all of which is safe to repeat. */
const stopWithin = 3_000

/** Work done at startup and every few minutes, in this order. What its rounds may take: server/watch/parts.ts. */
export const everyFewMinutes: Record<MinutePart, Work> = {
  'whether it was away': noteRound,
  'what a wrong clock wrote': repairClockRollback,
  'price ids': cachePriceIds,
  'checkouts to reconcile': reconcile,
  'events to catch up': catchUpEvents,
  'demo renewals': async (shop) => shop.payments.renewDemo?.(),
  'renewals to reconcile': reconcileRenewals,
  'memberships to end': endUnpaid,
  'handovers to finish': finishHandovers,
  'refunds to finish': finishRefunds,
  'what moved the balance': (shop) => syncBalance(shop),
  'labels to finish': finishLabels,
  'parcels to follow': pollTracking,
  'exchanges to file': fileExchanges,
  'gifts to announce': announceGifts,
  'promises of the morning': enqueuePromisesMail,
  'carts that nobody paid': pruneUnpaidCarts,
  'sign-ups that nobody confirmed': prunePendingSubscribers,
  'the letter of the month': draftLetter,
  'price runs': processPriceRuns,
  'renewals to stop': processRenewalStops,
  'terms to keep': syncAllTerms,
  'cards that run out': enqueueExpiringCardMails,
  'boxes to add up': aggregateBoxCounts,
  'figures to add up': cacheFigures,
  'drops to curate': curateDue,
  'money to compare': compareMoney,
}

/** Work that one process does for all, once an hour and at the start of a new day: most of it is due by date. */
export const everyHour: Record<HourPart, Work> = {
  'sales tax thresholds': watchThresholds,
  'notices to send': sendNotices,
  'late belts to tell': notifyDelays,
  'credit left over': returnUnusedCredit,
  'credit kept for bills': settleKeptCredit,
  'offers to forget': pruneOffers,
  'requests to give away': pruneApprovals,
  'notices to forget': pruneNotices,
  'sign-ins to forget': pruneSignIns,
  'links of members to forget': pruneAccountAccess,
  'limits to forget': pruneHits,
  'mails to forget': pruneMailArchive,
  'readers of letters to forget': pruneLetterReaders,
  'conversations to forget': pruneThreads,
  'news of the provider to forget': prunePaymentEvents,
  'labels to forget': deleteLabelFiles,
  'photos to forget': deletePhotos,
}
const hour = 60 * 60_000

/** The periodic work, by its name in the log. */
export const background: Record<string, Work> = { ...everyFewMinutes, ...everyHour }
const always: Record<Exclude<LoopPart, 'mails coming in'>, Work> = {
  outbox: drainOutbox,
  events: handleEvents,
  letters: processLetters,
  backups: tendBackups,
}
/** All background work, by its name in the log. */
export const backgroundWork: Record<string, Work> = { ...always, ...background }

type Work = (shop: Shop) => Promise<unknown>

export type WorkerOptions = {
  metrics?: Metrics
  source?: MailSource
  /** host and port of this process */
  name?: string
  /** ends the process, for its supervisor to start it again; absent: nobody would */
  endProcess?: () => void
}

/**
 * Runs the background work: emails, provider events and the repairs, which also run right away. Each has its own loop, so
 * that emails are sent while the provider hangs. Any number of processes may run a worker. Its rounds are watched over, and
 * it says every minute how they do (decision 131).
 */
export function startWorker(
  shop: Shop,
  { metrics, source, name = 'a process', endProcess }: WorkerOptions = {},
): { stop(): Promise<void> } {
  let isStopped = false
  const watch = new Watch(name, shop.now)
  const watchdog = startWatchdog(shop, watch, { metrics, endProcess })
  const attempt = (part: PartName, work: Work) => watchdog.attempt(part, () => work(shop))
  const goesOn = () => !isStopped
  const once = (part: LoopPart & keyof typeof always) =>
    startLoop(null, goesOn, () => attempt(part, always[part]))
  // Two, so that an email on which the mail server hangs doesn't block the following ones.
  const mails = [once('outbox'), once('outbox')]
  const events = once('events')
  const letters = once('letters')
  const lookout = startLookout(shop, {
    loops: {
      outbox: { all: mails, wake: wakeMails },
      events: { all: [events], wake: events.wake },
      letters: { all: [letters], wake: letters.wake },
    },
    goesOn,
    attempt: (work) => watchdog.attempt('outbox', work),
    isIdle: (queue) => watch.ended(queue),
  })
  const backups = startLoop(lookForBackupsEvery, goesOn, () => attempt('backups', always.backups))
  const repairs = startLoop(reconcileEvery, goesOn, async () => {
    for (const [part, work] of worksOf(everyFewMinutes)) if (goesOn()) await attempt(part, work)
    const due = await dueThisHour(shop).catch(() => Object.keys(everyHour))
    for (const [part, work] of worksOf(everyHour))
      if (goesOn() && due.includes(part)) await watchdog.attempt(part, () => onceAnHour(shop, part, work))
  })
  // Its own loop, so that a mail server that hangs blocks nothing else.
  const comingIn = source
    ? [
        startLoop(source.lookEvery, goesOn, () =>
          attempt('mails coming in', (each) => receiveMails(each, source)),
        ),
      ]
    : []
  // Only once, since owners read the log at startup.
  void warnOfAccount(shop).catch((error) => shop.log.warn({ error }, 'the payment account was not checked'))
  const alarms = startAlarms(shop, watch)
  // Wakes only one idle loop: both would look for the same email.
  function wakeMails() {
    const waiting = mails.find((loop) => loop.isWaiting())
    for (const loop of waiting ? [waiting] : mails) loop.wake()
  }
  const soon = {
    mails: oncePer(mailsWait, wakeMails),
    events: oncePer(eventsWait, events.wake),
    backups: backups.wake,
  }
  shop.wakeWorker = (what = 'mails') => soon[what]()
  return {
    async stop() {
      isStopped = true
      const all = [lookout, ...mails, ...comingIn, letters, events, backups, repairs]
      for (const loop of all) loop.wake()
      await Promise.race([
        Promise.all([...all.map((loop) => loop.ended), alarms.stop()]),
        new Promise((resolve) => setTimeout(resolve, stopWithin).unref()),
      ])
    },
  }
}

const worksOf = <Name extends PartName>(works: Record<Name, Work>) => Object.entries(works) as [Name, Work][]

/** Calls `work` that many milliseconds after it was asked for, once for all who ask in that time. */
function oncePer(milliseconds: number, work: () => void): () => void {
  let isAsked = false
  return () => {
    if (isAsked) return
    isAsked = true
    setTimeout(() => {
      isAsked = false
      work()
    }, milliseconds).unref()
  }
}

/**
 * Runs the work unless a process already did within the hour, on the same day. After an error it runs again at the next
 * check; if the process dies, an hour later.
 * @returns `doneElsewhere` if another process did
 */
export async function onceAnHour(shop: Shop, part: string, work: Work): Promise<unknown> {
  const [lookedAt, day] = [shop.now(), shopDay(shop)]
  const [isMine] = await shop.db
    .insert(workerLooks)
    .values({ part, day, lookedAt })
    .onConflictDoUpdate({
      target: workerLooks.part,
      set: { day, lookedAt },
      // If the clock was set back, the stored time may be in the future.
      setWhere: or(
        ne(workerLooks.day, day),
        lte(workerLooks.lookedAt, new Date(lookedAt.getTime() - hour)),
        gt(workerLooks.lookedAt, new Date(lookedAt.getTime() + hour)),
      ),
    })
    .returning()
  if (!isMine) return doneElsewhere
  try {
    return await work(shop)
  } catch (error) {
    await shop.db.delete(workerLooks).where(eq(workerLooks.part, part))
    throw error
  }
}

/** The hour's work that no process has done yet: asked once for all of it. */
export async function dueThisHour(shop: Shop): Promise<string[]> {
  const [now, day] = [shop.now().getTime(), shopDay(shop)]
  const looks = await shop.db.select().from(workerLooks)
  const isDone = (part: string) =>
    looks.some(
      (look) => look.part === part && look.day === day && Math.abs(now - look.lookedAt.getTime()) < hour,
    )
  return Object.keys(everyHour).filter((part) => !isDone(part))
}

async function warnOfAccount(shop: Shop) {
  for (const { state, advice } of await shop.payments.checkAccount(shop.config.publicUrl))
    if (state !== 'good') shop.log.warn(advice)
}
