import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { memberships, newsletterSubscribers, orders } from '../../db/schema.ts'
import { addDays, type CalendarDate, instantAt } from '../../domain/calendar-date.ts'
import { addDrops, type Drop, dropTitle } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { compareMoneyNow } from '../billing/compare-money.ts'
import { sendContactMessage } from '../contact/send-contact-message.ts'
import { curateDrop } from '../curation/curate-drop.ts'
import { handleEvents } from '../events/handle-events.ts'
import { processLetters } from '../letters/send-letters.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { confirmSubscriber, subscribe } from '../newsletter/subscribe.ts'
import { announceGifts, sendNotices } from '../notifications/send-notices.ts'
import { createPromotion } from '../promotions/promotions.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import type { Staff } from '../staff/staff.ts'
import { pollTracking } from '../tracking/track-parcels.ts'
import { buy, chooseGift, walkThroughQuiz } from './buy.ts'
import { cast, type Invented, lately } from './cast.ts'
import { addressOf, type Life, visitor } from './life.ts'
import { type Act, doAct } from './member-acts.ts'
import {
  answerInbox,
  prepareDrop,
  sendMonthsLetter,
  shipDrop,
  showDrop,
  workThroughDesk,
} from './owners-month.ts'
import type { PastShop } from './past-shop.ts'
import { inboxWords } from './words.ts'

/** Months of the invented year. */
export const wholeYear = 12
/** Days of a month on which the shop's whole background work runs, and on which packages are followed and notices sent. */
const wholeDays = [1, 15]
const someDays = [1, 4, 8, 12, 15, 18, 21, 24, 28]
/** What only sums up what is there, which is enough at the end. */
const sums = new Set([
  'figures to add up',
  'boxes to add up',
  'what moved the balance',
  'sales tax thresholds',
])
/** Readers of the letter who aren't members. */
const readers = 14

type Event = { at: Date; act: () => Promise<unknown> }
type Year = {
  /** how many of them are lived; fewer in tests */
  months: number
  past: PastShop
  staff: Staff
  /** the shop's background work, by its name */
  background: Readonly<Record<string, (shop: Shop) => Promise<unknown>>>
  /** is told how far it is, from 0 to 1, and what is being lived */
  tell(share: number, step: string): Promise<void>
}

/**
 * Lives the twelve months up to now in a shop of the past: its owner prepares, shows, packs and ships each month, members buy,
 * skip, write, send back and leave, and the shop's own background work does everything else on its day.
 */
export async function liveYear({ months, past, staff, background, tell }: Year): Promise<void> {
  const { shop } = past
  const until = shop.now()
  const today = shopDay(shop)
  const month: Drop = today.slice(0, 7)
  const first = addDrops(month, -months)
  const hour = (day: CalendarDate, at: number) => instantAt(day, at, shop.config.timeZone)
  const events: Event[] = []
  const plan = (at: Date, act: Event['act']) => void events.push({ at, act })
  const turns = new Map<string, number>()
  const life: Life = {
    ...{ shop, staff },
    turn(name, list) {
      const place = turns.get(name) ?? 0
      turns.set(name, place + 1)
      return list[place % list.length]!
    },
    later: (days, act) => plan(hour(addDays(shopDay(shop), days), 13), act),
  }
  for (const [index, drop] of dropsOfYear(first, months).entries())
    planDrop(life, plan, hour, { drop, index })
  const living = cast.filter(({ joined: [ago] }) => ago <= months)
  for (const [place, who] of living.entries()) planBuyer({ life, plan, hour, today, month }, who, place)
  const writing = inboxWords.filter(({ from }) => living.some(({ name }) => name === from))
  // The month before the first drop of its own: the shop's first belts have a letter, too.
  plan(hour(`${first}-05`, 11), () => sendMonthsLetter(life, first))
  planVoices({ life, plan, hour, until, first, writing, days: daysOf(today) - daysOf(`${first}-01`) })

  for (let day = `${first}-01`; day <= today; day = addDays(day, 1)) {
    const date = Number(day.slice(8))
    await past.moveTo(earlier(hour(day, 10), until))
    await billAndAnnounce(shop)
    if (someDays.includes(date)) await followAndTell(shop)
    if (wholeDays.includes(date)) {
      await doAll(
        shop,
        Object.entries(background).filter(([name]) => !sums.has(name)),
      )
      await workThroughDesk(life)
    }
    // An act may plan others, on the same day at the earliest.
    for (;;) {
      const end = earlier(hour(addDays(day, 1), 0), until)
      const next = events.filter(({ at }) => at < end).sort((one, other) => +one.at - +other.at)[0]
      if (!next) break
      events.splice(events.indexOf(next), 1)
      await past.moveTo(next.at)
      await next.act()
      await handleEvents(shop)
      await setImmediate()
    }
    await past.moveTo(earlier(hour(day, 21), until))
    await drainOutbox(shop)
    if (day.endsWith('-01') || day.endsWith('-15'))
      await tell(shareOf(day, first, today), `Living ${dropTitle(day.slice(0, 7))}`)
    await setImmediate()
  }
  await past.moveTo(until)
  await tell(1, 'Adding it all up')
  for (let round = 0; round < 2; round++) {
    await billAndAnnounce(shop)
    await followAndTell(shop)
    await doAll(shop, Object.entries(background))
    await drainOutbox(shop)
    // What the first one misses of the balance, the second round reads again.
    await compareMoneyNow(shop)
  }
}

/** The database in memory never waits for anything, so whoever else this process serves gets a turn in between. */
async function doAll(shop: Shop, works: [string, (shop: Shop) => Promise<unknown>][]) {
  for (const [, work] of works) {
    await work(shop)
    await setImmediate()
  }
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)
/** From the first month, whose boxes are the second one's, to the one after the current. */
const dropsOfYear = (first: Drop, months: number) =>
  Array.from({ length: months + 1 }, (_, index) => addDrops(first, index + 1))
const daysOf = (day: CalendarDate) => Date.parse(day) / (24 * 60 * 60_000)
const shareOf = (day: CalendarDate, first: Drop, today: CalendarDate) =>
  (daysOf(day) - daysOf(`${first}-01`)) / (daysOf(today) - daysOf(`${first}-01`))

/** What happens to the day: charges, and gifts that are announced. */
async function billAndAnnounce(shop: Shop) {
  while ((await shop.payments.renewDemo?.()) !== 0) await handleEvents(shop)
  await handleEvents(shop)
  await announceGifts(shop)
}

async function followAndTell(shop: Shop) {
  await pollTracking(shop)
  await sendNotices(shop)
  await processLetters(shop)
}

type Plan = (at: Date, act: Event['act']) => void
type Hour = (day: CalendarDate, at: number) => Date

function planDrop(life: Life, plan: Plan, hour: Hour, { drop, index }: { drop: Drop; index: number }) {
  const before = addDrops(drop, -1)
  plan(hour(`${before}-08`, 14), () => prepareDrop(life, drop, index))
  // A look ahead: whoever still waits for a size or a belt is seen before the cut-off.
  plan(hour(`${before}-26`, 15), () => curateDrop(life.shop, { drop }))
  plan(hour(`${drop}-01`, 11), () => showDrop(life, drop))
  plan(hour(`${drop}-03`, 15), () => shipDrop(life, drop))
}

type Around = { life: Life; plan: Plan; hour: Hour; today: CalendarDate; month: Drop }

function planBuyer({ life, plan, hour, today, month }: Around, who: Invented, place: number) {
  const [ago, day] = who.joined
  const joinedIn = addDrops(month, -ago)
  const dayIn = (drop: Drop, date: number) => `${drop}-${String(date).padStart(2, '0')}`
  // In the current month, the day is so many days before today: it may still be the first.
  const bought = ago === 0 ? addDays(today, -day) : dayIn(joinedIn, day)
  const doer = (id: string, act: Act) => async () => {
    const [now] = await life.shop.db.select().from(memberships).where(eq(memberships.id, id))
    // On some days of the calendar it isn't possible, as it wouldn't be for a real member.
    await doAct(life, now!, act).catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error
    })
  }
  plan(hour(bought, 9 + (place % 9)), async () => {
    const membership = await buy(life, who)
    const { present, does } = who
    if (present?.isOpen && present.chosenAfter !== null)
      life.later(present.toldAfter + present.chosenAfter, () => chooseGift(life, membership, who))
    for (const [after, date, act] of does) {
      const isLately = ago === 0 || after === lately
      const on = isLately ? addDays(today, -date) : dayIn(addDrops(joinedIn, after), date)
      plan(hour(on, 12 + (place % 6)), doer(membership.id, act))
    }
  })
}

type Voices = {
  life: Life
  plan: Plan
  hour: Hour
  until: Date
  first: Drop
  days: number
  writing: typeof inboxWords
}

/** Who only looks, subscribes or writes; and the owner's answers. */
function planVoices({ life, plan, hour, until, first, days, writing }: Voices) {
  const { shop } = life
  plan(hour(`${first}-02`, 10), () =>
    createPromotion(shop, {
      ...{ code: 'INVENTED-10', percentOff: 10, amountOffCents: null, duration: 'once' },
      ...{ plans: null, expiresOn: null, mostUses: null },
    }),
  )
  for (let reader = 0; reader < readers; reader++) {
    const day = addDays(`${first}-03`, Math.floor((reader * (days - 5)) / readers))
    plan(hour(day, 19), async () => {
      const email = addressOf(`reader-${reader + 1}`)
      await subscribe(shop, { email, name: `Reader ${reader + 1} Invented`, source: 'footer' }, visitor())
      const isTheirs = eq(newsletterSubscribers.email, email)
      const [row] = await shop.db.select().from(newsletterSubscribers).where(isTheirs)
      if (row?.token && !row.confirmedAt) await confirmSubscriber(shop, row.token)
    })
  }
  // Most visitors of a quiz leave before its end.
  for (let week = 0; week * 7 < days; week++)
    plan(hour(addDays(`${first}-01`, week * 7), 20), async () => {
      for (const last of [1, 2, 5]) await walkThroughQuiz(life, last > 3 ? 'gift' : 'myself', last)
    })
  for (const { hoursAgo, from, subject, category, message } of writing) {
    if (hoursAgo > days * 24 - 48) continue
    const at = new Date(until.getTime() - hoursAgo * 60 * 60_000)
    const email = addressOf(from)
    plan(at, async () => {
      const [order] = await shop.db.select().from(orders).where(eq(orders.purchaserEmail, email))
      const who = { name: `${from} Invented`, email, orderNumber: order?.orderNumber ?? '' }
      await sendContactMessage(shop, { ...who, subject, category, message }, visitor())
    })
    plan(new Date(at.getTime() + 3 * 60 * 60_000), () => answerInbox(life))
  }
}
