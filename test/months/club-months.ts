import { and, eq, lte } from 'drizzle-orm'
import { boxes } from '../../db/schema.ts'
import { finishRefunds } from '../../server/billing/refunds.ts'
import { reconcile } from '../../server/checkout/reconcile.ts'
import { catchUpEvents } from '../../server/events/store-events.ts'
import { endUnpaid } from '../../server/memberships/end-unpaid.ts'
import { syncAllTerms } from '../../server/memberships/next-terms.ts'
import { reconcileRenewals } from '../../server/memberships/reconcile-renewals.ts'
import type { StripeShop } from '../create-stripe-shop.ts'
import type { Buyer } from './buyers.ts'
import { joinBuyer } from './join-buyer.ts'
import { hear, nextMail } from './model-hearing.ts'
import { advance, type ModelMembership, nextEvent } from './model-membership.ts'

const minute = 60_000
/** After something happens at the provider, the worker notices within minutes. */
const soon = 2 * minute

/** A shop, its simulated provider and the expected state of both, side by side through the months. */
export type ClubMonths = ReturnType<typeof clubMonths>

/** @param random the only source of randomness */
export function clubMonths(test: StripeShop, random: () => number) {
  const { stripe, shop } = test
  const members: ModelMembership[] = []
  const chance = (share: number) => random() < share
  let carts = 0
  stripe.webhooks.hold()

  async function mixUpEvents() {
    const some = chance(0.5) ? () => chance(0.5) : undefined
    const dice = random()
    if (dice < 0.3) stripe.webhooks.lose(some)
    else if (dice < 0.6) await stripe.webhooks.deliverTwiceShuffled(random)
    else if (dice < 0.9) await stripe.webhooks.deliver(some)
  }

  /** What the worker does every few minutes. */
  async function work() {
    await mixUpEvents()
    await catchUpEvents(shop)
    await test.work()
    await reconcile(shop)
    await reconcileRenewals(shop)
    await endUnpaid(shop)
    await finishRefunds(shop)
    await syncAllTerms(shop)
    await test.work()
    for (const member of members) hear(member, test.clock.now())
  }

  async function passTo(at: Date) {
    await stripe.advanceTo(at)
    for (const member of members) advance(member, at)
  }

  /** The next moment when the worker has something to do. */
  function nextStop(): Date {
    const all = members.flatMap((member) => {
      const event = nextEvent(member)
      return [event && +event + soon, nextMail(member)].filter((at) => at !== null).map(Number)
    })
    return new Date(Math.min(...all))
  }

  return {
    test,
    members,
    chance,
    oneOf: <Choice>(choices: readonly Choice[]) => choices[Math.floor(random() * choices.length)]!,
    work,

    /** Runs until an instant; the worker runs whenever there is something to do, and is sometimes away. */
    async liveUntil(until: Date) {
      for (let at = nextStop(); at < until; at = nextStop()) {
        await passTo(new Date(Math.max(+at, +test.clock.now())))
        const hasMails = members.some((member) => +(nextMail(member) ?? Infinity) <= +at)
        const hasDraft = members.some((member) => member.draft)
        if (hasMails || hasDraft || !chance(0.15)) await work()
      }
      await passTo(until)
    },

    async join(buyer: Buyer) {
      await work()
      const options = { cart: ++carts, leaves: chance(0.4), hear: work }
      members.push(...(await joinBuyer(test, buyer, options)))
    },

    /** Ships the boxes of the drop that is due, and late ones. */
    async ship(month: string) {
      await shop.db
        .update(boxes)
        .set({ state: 'shipped', shippedAt: test.clock.now() })
        .where(and(eq(boxes.state, 'owed'), lte(boxes.drop, month)))
      for (const box of members.flatMap((member) => member.boxes))
        if (box.state === 'owed' && box.drop <= month) box.state = 'shipped'
    },
  }
}
