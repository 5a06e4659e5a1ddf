import { and, desc, eq, inArray, notInArray, or } from 'drizzle-orm'
import {
  boxes,
  boxFeedback,
  exchanges,
  memberships,
  orderItems,
  orders,
  products,
} from '../../../db/schema.ts'
import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import type { ExchangeOfBelt, SentBelt } from '../../../domain/account/exchange-contracts.ts'
import { leftStates } from '../../../domain/box.ts'
import { ShopError } from '../../../domain/errors.ts'
import { exchangeAfter, undoneExchanges } from '../../../domain/exchange.ts'
import type { Fit, Taste } from '../../../domain/feedback.ts'
import { isComing } from '../../exchanges/cancel-exchange.ts'
import { photosOf } from '../../exchanges/claim-photos.ts'
import { loadExchangeView } from '../../exchanges/exchange-view.ts'
import { mayBeLost, returnableUntil, waitsForBank, warrantyUntil } from '../../exchanges/sent-box.ts'
import { wearerEmail } from '../../ledger/find-membership.ts'
import { isSecret } from '../../ledger/secret-gifts.ts'
import { type Member, mailboxesOf } from '../../members/member.ts'
import { type Right, rightsToBox } from '../../members/own-membership.ts'
import { reviewPath } from '../../reviews/write-review.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { mayDecide, requireOwnBox, requireRight } from './own-sent-box.ts'

/** Most belts on the page: five years of one membership. */
const maxShown = 60

/** Belts sent to the signed-in member, or given by them, newest first; or only one box's. */
async function sentBelts(shop: Shop, member: Pick<Member, 'email'>, boxId?: string): Promise<SentBelt[]> {
  const { db } = shop
  const emails = await mailboxesOf(db, member.email)
  const isTheirs = or(inArray(memberships.memberEmail, emails), inArray(memberships.payerEmail, emails))
  const theirs = await db
    .select({
      box: boxes,
      membership: memberships,
      orderNumber: orders.orderNumber,
      belt: products,
      feedback: boxFeedback,
    })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .leftJoin(products, eq(boxes.productId, products.id))
    .leftJoin(boxFeedback, eq(boxFeedback.boxId, boxes.id))
    .where(
      and(
        isTheirs,
        // Boxes sent before a handover belong to the former member, and to a gift's giver.
        or(
          eq(boxes.personId, memberships.personId),
          and(memberships.isGift, inArray(memberships.payerEmail, emails)),
        ),
        inArray(boxes.state, [...leftStates]),
        boxId === undefined ? undefined : eq(boxes.id, boxId),
      ),
    )
    .orderBy(desc(boxes.drop), desc(boxes.createdAt))
    .limit(maxShown)
  const rows = theirs.filter(({ membership }) => !emails.every((email) => isSecret(shop, membership, email)))
  const ids = rows.map(({ box }) => box.id)
  const living = ids.length
    ? await db
        .select()
        .from(exchanges)
        .where(and(inArray(exchanges.boxId, ids), notInArray(exchanges.state, [...undoneExchanges])))
    : []
  const photos = await photosOf(
    shop,
    living.map(({ id }) => id),
  )
  const shown = await Promise.all(
    living.map(async (row) => ({
      ...(await exchangeOfBelt(shop, row)),
      waitsForBank: await waitsForBank(db, row, rows.find(({ box }) => box.id === row.boxId)!.box),
      photos: photos.filter(({ exchangeId }) => exchangeId === row.id).map(({ id }) => id),
    })),
  )
  const today = shopDay(shop)
  return Promise.all(
    rows.map(async ({ box, membership, orderNumber, belt, feedback }) => {
      const rights = rightsToBox(box, membership, emails)
      const index = living.findIndex((row) => row.boxId === box.id)
      const until = returnableUntil(shop, box)
      const isOpen = index < 0 && until !== null && today <= until
      const isWearer = rights.includes('preferences')
      const covered = index < 0 ? warrantyUntil(shop, box) : null
      const isCovered = covered !== null && today <= covered
      const wearer = wearerEmail(membership)
      // A return's refund is the payer's decision; a gift's recipient may choose credit instead (spec §1).
      const returns = [
        ...(rights.includes('money') ? (['refund'] as const) : []),
        ...(isWearer && membership.isGift && emails.includes(membership.memberEmail ?? '')
          ? (['credit'] as const)
          : []),
      ]
      return {
        boxId: box.id,
        membershipId: membership.id,
        orderNumber,
        drop: box.drop,
        isReplacement: box.kind === 'replacement',
        belt: belt && {
          id: belt.id,
          name: belt.name,
          style: belt.style,
          imageUrl: belt.imageUrl,
          nightImageUrl: belt.nightImageUrl,
          imageAlt: belt.imageAlt,
        },
        size: isWearer ? box.size : null,
        returnUntil: isOpen ? until : null,
        mayExchange: isOpen && isWearer && belt !== null,
        returns: isOpen ? returns : [],
        warrantyUntil: covered,
        isUnderWarranty: isCovered,
        warranty:
          isCovered && belt && box.size
            ? [...(isWearer ? (['replacement', 'repair'] as const) : []), ...returns]
            : [],
        trackingNumber: box.trackingNumber,
        trouble: box.trouble,
        claims:
          index < 0 && mayBeLost(shop, box)
            ? [...(isWearer && belt ? (['replacement'] as const) : []), ...returns]
            : [],
        exchange: forReader(shown[index], rights),
        mayTell: isWearer,
        fit: isWearer ? ((feedback?.fit as Fit | null) ?? null) : null,
        taste: isWearer ? ((feedback?.taste as Taste | null) ?? null) : null,
        reviewPath: isWearer && wearer && belt ? await reviewPath(shop, box.id, wearer) : null,
      }
    }),
  )
}

// A reader who doesn't decide on the exchange sees its state but can't cancel it or send the belt back. A size is the
// wearer's.
function forReader(
  exchange: Omit<ExchangeOfBelt, 'isOwn'> | undefined,
  rights: Right[],
): ExchangeOfBelt | null {
  if (!exchange) return null
  const isOwn = mayDecide(rights, exchange.remedy)
  const isWearer = rights.includes('preferences')
  return {
    ...exchange,
    isOwn,
    canCancel: exchange.canCancel && isOwn,
    wanted: isWearer ? exchange.wanted : '',
    label: isOwn ? exchange.label : null,
    photos: isWearer ? exchange.photos : [],
    answerBy: rights.includes('money') ? exchange.answerBy : null,
    waitsForBank: rights.includes('money') && exchange.waitsForBank,
  }
}

/** One of the belts, reloaded after a change. */
export async function sentBelt(shop: Shop, member: Pick<Member, 'email'>, boxId: string) {
  const [belt] = await sentBelts(shop, member, boxId)
  return { belt: belt! }
}

/** The belts that were sent, with what can be done about each. */
export async function listSentBelts(
  shop: Shop,
  _input: unknown,
  member: Member,
): Promise<AccountReply<'listSentBelts'>> {
  return { belts: await sentBelts(shop, member) }
}

/** An exchange as its member sees it: what its emails say, and what can still be done. */
async function exchangeOfBelt(
  shop: Shop,
  row: typeof exchanges.$inferSelect,
): Promise<Omit<ExchangeOfBelt, 'photos' | 'waitsForBank' | 'isOwn'>> {
  const { view } = await loadExchangeView(shop, row.id)
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    remedy: row.remedy,
    number: view.number,
    wanted: view.wanted,
    sendBy: view.sendBy,
    label: view.label,
    trackingNumber: view.trackingNumber || null,
    canCancel: exchangeAfter(row, 'cancel', 'member') !== null && !(await isComing(shop.db, row.id)),
    answerBy: row.state === 'offered' ? view.sendBy : null,
  }
}

/**
 * Saves what the wearer says about a belt, one tap or both; a later tap wins (club-rules.md "The member's page").
 * @throws ShopError 'not_found', 'not_possible' for a belt that hasn't shipped
 */
export async function giveFeedback(
  shop: Shop,
  { boxId, fit, taste }: AccountInput<'giveFeedback'>,
  member: Member,
): Promise<AccountReply<'giveFeedback'>> {
  const { box, rights } = await requireOwnBox(shop, member, boxId)
  requireRight(rights, 'replacement')
  if (!leftStates.includes(box.state)) {
    throw new ShopError('not_possible', 'This belt hasn’t shipped yet. Tell us once it arrives.')
  }
  const said = { ...(fit === undefined ? {} : { fit }), ...(taste === undefined ? {} : { taste }) }
  await shop.db
    .insert(boxFeedback)
    .values({ boxId, ...said, at: shop.now() })
    .onConflictDoUpdate({ target: boxFeedback.boxId, set: { ...said, at: shop.now() } })
  return sentBelt(shop, member, boxId)
}
