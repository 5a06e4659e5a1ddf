import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxes, exchanges, memberships } from '../../db/schema.ts'
import { addDays, instantAt } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { comesBack, type ExchangeRemedy } from '../../domain/exchange.ts'
import { terms } from '../../domain/terms.ts'
import { giverDays } from '../../domain/warranty.ts'
import { leftToGive } from '../billing/belt-accounts.ts'
import { lockInventory } from '../curation/inventory.ts'
import { getReturnLabel } from '../parcels/labels.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import {
  type Alongside,
  actOnExchange,
  type Exchange,
  type ExchangeChanges,
  enqueueExchangeMail,
  notifyExchangeStarted,
  type UnderExchange,
} from './act-on-exchange.ts'
import { addReplacement, dropReplacement } from './add-replacement.ts'
import { creditReturn, refundReturn } from './returns.ts'
import { disputeOf, paidBox, waitsForBank } from './sent-box.ts'

type Decision = {
  exchangeId: string
  remedy: ExchangeRemedy
  /** for a replacement; omitted: the belt that broke */
  productId?: string | undefined
  size?: string | undefined
}

/**
 * Records what the staff gives for a belt that broke or never came: another belt, a repair, a refund or credit. Refunds are
 * made right away. A gift's refund goes to its giver, who is asked first if the recipient made the claim. Making the same
 * decision twice counts once.
 * @throws ShopError 'not_possible' if it was decided differently, or if nothing can be given
 */
export async function decideClaim(shop: Shop, decision: Decision, alongside?: Alongside): Promise<Exchange> {
  const { exchangeId, remedy } = decision
  const standing = await exchangeById(shop, exchangeId)
  // Not asked if the claim itself wished for a refund, or if the payer wears the belt.
  const asksGiver = remedy === 'refund' && standing.isRecipients && standing.exchange.wish !== 'refund'
  const decided = await actOnExchange(
    shop,
    exchangeId,
    { act: asksGiver ? 'ask' : 'accept', actor: 'staff' },
    async (tx, under) => {
      const made = await accept(tx, shop, under, decision)
      if (!asksGiver) return { ...made, decidedAt: shop.now() }
      const { exchange } = under
      await enqueueExchangeMail(tx, shop, 'warranty-offered', exchange)
      if (under.membership.memberEmail) await enqueueExchangeMail(tx, shop, 'warranty-settled', exchange)
      return { ...made, expiresAt: endOf(shop, giverDays) }
    },
    alongside,
  ).catch(unlessDecidedSo(shop, exchangeId, remedy))
  return carryOut(shop, decided)
}

/**
 * Records the giver's answer on a gift's money: a refund to their card, or store credit for the recipient. @throws ShopError
 * 'not_possible'
 */
export async function answerOffer(
  shop: Shop,
  {
    exchangeId,
    remedy,
    actor,
  }: { exchangeId: string; remedy: 'refund' | 'credit'; actor: 'member' | 'shop' },
): Promise<Exchange> {
  const { exchange, box } = await exchangeById(shop, exchangeId)
  if (exchange.state === 'offered' && (await disputeOf(shop.db, box)) === 'lost')
    throw new ShopError(
      'not_possible',
      'Your bank has given you this money back already, so there’s nothing left to choose.',
    )
  const answered = await actOnExchange(shop, exchangeId, { act: 'answer', actor }, async () => ({
    remedy,
    decidedAt: shop.now(),
  })).catch(unlessDecidedSo(shop, exchangeId, remedy))
  if (answered.remedy !== remedy)
    throw new ShopError(
      'not_possible',
      'This has already been answered. Reload the page to see where it stands.',
    )
  return carryOut(shop, answered)
}

/**
 * Declines a claim, or a broken belt that has come in; what was set aside is released, and the member gets the reason by email.
 * @throws ShopError 'not_possible' if it was already decided
 */
export async function declineClaim(
  shop: Shop,
  { exchangeId, reason }: { exchangeId: string; reason: string },
  alongside?: Alongside,
): Promise<Exchange> {
  return actOnExchange(
    shop,
    exchangeId,
    { act: 'decline', actor: 'staff' },
    async (tx, { exchange }) => {
      await dropReplacement(tx, exchange)
      await enqueueExchangeMail(tx, shop, 'warranty-declined', exchange)
      return { answer: reason.trim(), decidedAt: shop.now(), closedAt: shop.now() }
    },
    alongside,
  )
}

/** Marks the belt as repaired, so that it can be sent back. @throws ShopError 'not_possible' before it has arrived */
export async function markRepaired(
  shop: Shop,
  { exchangeId }: { exchangeId: string },
  alongside?: Alongside,
): Promise<Exchange> {
  return actOnExchange(shop, exchangeId, { act: 'repair', actor: 'staff' }, async () => ({}), alongside)
}

async function accept(
  tx: Transaction,
  shop: Shop,
  { exchange, box, membership }: UnderExchange,
  { remedy, productId, size }: Decision,
): Promise<ExchangeChanges> {
  const decided = { remedy, expiresAt: endOf(shop, terms.sendBackDays) }
  if (remedy === 'refund' || remedy === 'credit') {
    const paid = await paidBox(tx, box)
    if (paid.valueCents === 0)
      throw new ShopError('not_possible', 'This belt was free, so there’s nothing to refund. Send another.')
    await leftToGive(tx, paid, exchange.id)
    if (remedy === 'credit' && !(membership.isGift && membership.memberEmail))
      throw new ShopError(
        'not_possible',
        'Only a gift’s recipient whose email we have can get store credit. Choose a refund.',
      )
    return decided
  }
  if (remedy === 'repair') {
    if (exchange.kind === 'lost')
      throw new ShopError(
        'not_possible',
        'This belt never came, so nobody can repair it. Choose another remedy.',
      )
    await notifyExchangeStarted(tx, shop, { ...exchange, remedy })
    return decided
  }
  await lockInventory(tx)
  const replacement = await addReplacement(tx, shop, box, { kind: exchange.kind, productId, size })
  await notifyExchangeStarted(tx, shop, { ...exchange, remedy })
  return {
    ...decided,
    wantedProductId: replacement.productId,
    wantedSize: replacement.size,
    replacementBoxId: replacement.id,
  }
}

/** Does what follows automatically; after a crash or a dispute, `fileExchanges` and `finishLabels` do it. */
async function carryOut(shop: Shop, exchange: Exchange): Promise<Exchange> {
  const { id: exchangeId, state, remedy } = exchange
  if (state !== 'requested') return exchange
  if (remedy === 'refund' || remedy === 'credit') {
    const give = remedy === 'refund' ? refundReturn : creditReturn
    return give(shop, { exchangeId, actor: 'shop' }).catch(async (error: unknown) => {
      const { box } = await exchangeById(shop, exchangeId)
      if (error instanceof ShopError && (await waitsForBank(shop.db, exchange, box))) return exchange
      throw error
    })
  }
  if (comesBack(exchange)) await getReturnLabel(shop, exchangeId)
  return exchange
}

const endOf = (shop: Shop, days: number) =>
  instantAt(addDays(shopDay(shop), days + 1), 0, shop.config.timeZone)

/** If the same decision was already made, possibly at the same time, returns the exchange instead of an error. */
function unlessDecidedSo(shop: Shop, exchangeId: string, remedy: ExchangeRemedy) {
  return async (error: unknown): Promise<Exchange> => {
    if (!(error instanceof ShopError)) throw error
    const { exchange } = await exchangeById(shop, exchangeId)
    const isDecided = exchange.decidedAt !== null && exchange.state !== 'declined'
    if (exchange.remedy === remedy && (isDecided || exchange.state === 'offered')) return exchange
    throw error
  }
}

/** @throws ShopError 'not_found' */
async function exchangeById(shop: Shop, exchangeId: string) {
  const [row] = await shop.db
    .select({
      exchange: exchanges,
      box: boxes,
      isRecipients: sql<boolean>`${memberships.isGift} and ${memberships.memberEmail} is not null`,
    })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .where(eq(exchanges.id, exchangeId))
  if (!row) throw new ShopError('not_found', 'We can’t find this exchange. Reload the page.')
  return row
}
