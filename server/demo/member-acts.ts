import { and, desc, eq, inArray } from 'drizzle-orm'
import { boxes, demoCards, membershipPayments, memberships, products } from '../../db/schema.ts'
import { addDrops } from '../../domain/drop.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import type { ExchangeKind, ExchangeRemedy } from '../../domain/exchange.ts'
import { beltSizes } from '../../domain/sizing.ts'
import { giveFeedback } from '../account/exchanges/sent-belts.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { giveCredit } from '../credit/store-credit.ts'
import { requestExchange } from '../exchanges/request-exchange.ts'
import { wearerEmail } from '../ledger/find-membership.ts'
import { nextDrop } from '../ledger/next-drop.ts'
import { cancelRenewal, saveCancelReason, undoCancel } from '../memberships/cancel-renewal.ts'
import { changePlan } from '../memberships/change-plan.ts'
import { pauseMembership, skipBox } from '../memberships/skip-box.ts'
import { reviewPath, writeReview } from '../reviews/write-review.ts'
import { shopDay } from '../shop/shop.ts'
import { type Life, visitor } from './life.ts'
import { reviewWords } from './words.ts'

type Membership = typeof memberships.$inferSelect
type Doer = (life: Life, membership: Membership) => Promise<unknown>

/** What the invented members do, each by the function that their real page, or the shop's own staff, would call. */
const acts = {
  love: (life, membership) => review(life, membership, 'love'),
  like: (life, membership) => review(life, membership, 'like'),
  dislike: (life, membership) => review(life, membership, 'dislike'),
  // Two taps on the member's page, and no words.
  'ask-review': async ({ shop }, membership) => {
    const box = await lastSent(shop.db, membership)
    const member = { email: wearerEmail(membership) ?? '', sessionId: '' }
    await giveFeedback(shop, { boxId: box.id, fit: 'right', taste: 'love' }, member)
  },
  async skip({ shop }, { id }) {
    const drop = await nextOf(shop, id)
    if (drop) await skipBox(shop, { membershipId: id, drop })
  },
  async pause({ shop }, { id }) {
    const drop = await nextOf(shop, id)
    if (drop) await pauseMembership(shop, { membershipId: id, until: addDrops(drop, 2) })
  },
  async cancel({ shop }, { id }) {
    await cancelRenewal(shop, { membershipId: id, by: 'member' })
    await saveCancelReason(shop, { membershipId: id, reason: 'enough' })
  },
  comeBack: ({ shop }, { id }) => undoCancel(shop, { membershipId: id }),
  upgrade: ({ shop }, { id }) => changePlan(shop, { membershipId: id, planId: '12-months', username: null }),
  wrongSize: (life, membership) => sendBack(life, membership, 'size'),
  wrongStyle: (life, membership) => sendBack(life, membership, 'style'),
  broken: (life, membership) => sendBack(life, membership, 'damaged'),
  'give-back': (life, membership) => sendBack(life, membership, 'return', 'refund'),
  'refund-rest': async ({ shop }, { id }) => refundBoxes(shop, { membershipId: id }),
  credit: async ({ shop }, membership) =>
    giveCredit(
      shop,
      {
        email: normalizeEmail(membership.payerEmail ?? ''),
        ...{ amountCents: 2_000, words: 'For the scratch on the buckle.', key: membership.id },
      },
      async () => {},
    ),
  'stop-paying': ({ shop }, { customerId }) =>
    shop.db.update(demoCards).set({ paysRenewals: false }).where(eq(demoCards.customerId, customerId!)),
  'stolen-card': async (life, membership) => {
    await dispute(life, membership, 'needs_response')
    life.later(12, async () => dispute(life, membership, 'lost'))
  },
  disputed: (life, membership) => dispute(life, membership, 'needs_response'),
} satisfies Record<string, Doer>

export type Act = keyof typeof acts

/** Does it. @throws ShopError if the shop refuses it, as it may on a real member's page */
export const doAct = async (life: Life, membership: Membership, act: Act): Promise<void> =>
  void (await acts[act](life, membership))

async function nextOf(shop: Life['shop'], id: string) {
  const [membership] = await shop.db.select().from(memberships).where(eq(memberships.id, id))
  return nextDrop(shop.db, membership!, shopDay(shop), shop.config.timeZone)
}

/** The belt that arrived last. @throws ShopError 'not_possible' if none has */
async function lastSent(db: Life['shop']['db'], { id }: Membership) {
  const [box] = await db
    .select()
    .from(boxes)
    .where(and(eq(boxes.membershipId, id), inArray(boxes.state, ['shipped', 'delivered'])))
    .orderBy(desc(boxes.drop))
    .limit(1)
  if (!box) throw new ShopError('not_possible', 'No belt has arrived yet.')
  return box
}

async function review({ shop, turn }: Life, membership: Membership, how: keyof typeof reviewWords) {
  const box = await lastSent(shop.db, membership)
  const path = await reviewPath(shop, box.id, wearerEmail(membership) ?? '')
  const [stars, text] = turn(how, reviewWords[how] as readonly (readonly [number, string])[])
  const said = { stars: stars as 1 | 2 | 3 | 4 | 5, text, fit: 'right' as const, shows: 'named' as const }
  await writeReview(shop, { token: path.split('/').at(-1)!, ...said }, null, visitor())
}

async function sendBack(
  { shop }: Life,
  membership: Membership,
  kind: ExchangeKind,
  remedy: ExchangeRemedy = 'replacement',
) {
  const box = await lastSent(shop.db, membership)
  const sizes = beltSizes[membership.gender]
  const size = kind === 'size' ? sizes[sizes.indexOf(box.size ?? '') + 1] : undefined
  const [other] = await shop.db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.drop, box.drop), eq(products.gender, membership.gender)))
    .orderBy(eq(products.id, box.productId!), products.displayOrder)
    .limit(1)
  await requestExchange(shop, {
    ...{ boxId: box.id, kind, remedy, askedBy: 'member', email: wearerEmail(membership) ?? '' },
    ...(size ? { size } : {}),
    ...(kind === 'style' && other ? { productId: other.id } : {}),
    ...(kind === 'damaged' ? { part: 'buckle', details: 'The pin came out on the third day.' } : {}),
  })
}

async function dispute({ shop }: Life, { id }: Membership, status: 'needs_response' | 'lost') {
  const [payment] = await shop.db
    .select({ intentId: membershipPayments.intentId })
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, id))
    .orderBy(desc(membershipPayments.paidAt))
    .limit(1)
  await shop.payments.disputeDemo?.({ intentId: payment!.intentId!, status, reason: 'fraudulent' })
}
