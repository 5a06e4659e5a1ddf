import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { exchangeState } from '../../db/schema/states.ts'
import { boxes, exchanges } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import {
  comesBack,
  type ExchangeAct,
  type ExchangeActor,
  type ExchangeState,
  exchangeAfter,
} from '../../domain/exchange.ts'
import { lockMembership } from '../ledger/find-membership.ts'
import { newsAt } from '../ledger/secret-gifts.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { labelPatience, requestReturnLabel } from '../parcels/labels.ts'
import type { Shop } from '../shop/shop.ts'
import { type Box, findBox, type Membership } from './sent-box.ts'

export type Exchange = typeof exchanges.$inferSelect
export type ExchangeChanges = Partial<typeof exchanges.$inferInsert>
export type UnderExchange = { exchange: Exchange; box: Box; membership: Membership }

/** Writes related rows in the same transaction, such as an audit log entry. */
export type Alongside = (tx: Transaction, before: Exchange, after: Exchange) => Promise<void>

/**
 * Performs one act of domain/exchange.ts: locks the membership's row, checks that the act is allowed, runs `work`, and
 * writes the new state with the changes `work` returns. If the act was already done, it returns the exchange unchanged.
 * @throws ShopError 'not_found', 'not_possible' if the act isn't allowed
 */
export async function actOnExchange(
  shop: Shop,
  exchangeId: string,
  { act, actor }: { act: ExchangeAct; actor: ExchangeActor },
  work: (tx: Transaction, under: UnderExchange) => Promise<ExchangeChanges>,
  alongside?: Alongside,
): Promise<Exchange> {
  const membershipId = await membershipOfExchange(shop, exchangeId)
  const done = await shop.db.transaction(async (tx) => {
    await lockMembership(tx, membershipId)
    const [exchange] = await tx.select().from(exchanges).where(eq(exchanges.id, exchangeId))
    const to = exchangeAfter(exchange!, act, actor)
    if (to === null) {
      if (outcomes[act] === exchange!.state) return exchange!
      throw new ShopError('not_possible', refusals[act])
    }
    const under = { exchange: exchange!, ...(await findBox(tx, exchange!.boxId)) }
    const changes = await work(tx, under)
    const [after] = await tx
      .update(exchanges)
      .set({ state: exchangeState.to(to, exchanges.state), ...changes })
      .where(eq(exchanges.id, exchangeId))
      .returning()
    await alongside?.(tx, exchange!, after!)
    return after!
  })
  shop.wakeWorker()
  return done
}

async function membershipOfExchange(shop: Shop, exchangeId: string): Promise<string> {
  const [row] = await shop.db
    .select({ id: boxes.membershipId })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
    .where(eq(exchanges.id, exchangeId))
  if (!row) throw new ShopError('not_found', 'We can’t find this exchange. Reload the page.')
  return row.id
}

/** The state each act leads to, used to recognize an act that was already done. */
const outcomes: Partial<Record<ExchangeAct, ExchangeState>> = {
  ask: 'offered',
  answer: 'requested',
  decline: 'declined',
  repair: 'repaired',
  receive: 'received',
  ship: 'shipped',
  refund: 'refunded',
  credit: 'credited',
  close: 'declined',
  cancel: 'cancelled',
  expire: 'expired',
}

const refusals: Record<ExchangeAct, string> = {
  accept: 'This claim has already been answered. Reload the page to see where it stands.',
  ask: 'This claim has already been answered. Reload the page to see where it stands.',
  answer: 'This has already been answered. Reload the page to see where it stands.',
  decline: 'This has already been answered. Reload the page to see where it stands.',
  repair: 'The belt isn’t here to be repaired. Mark it as received first.',
  receive: 'We aren’t waiting for this belt. Reload the page to see where its exchange stands.',
  ship: 'It ships once the return is received, and a repaired belt once it’s repaired. Say so first.',
  refund: 'The money goes back once the return is received. Mark the return as received first.',
  credit: 'The credit is given once the return is received. Mark the return as received first.',
  change: 'It’s too late to change this: the replacement has shipped, or the exchange has ended.',
  close: 'Only a return that was received and has no remedy yet can be refused.',
  cancel: 'You can’t cancel this exchange anymore: the belt is back, or the exchange has ended.',
  expire: 'This exchange isn’t waiting for its belt.',
}

/** Emails the decision, with the label for a belt that comes back. */
export async function notifyExchangeStarted(tx: Transaction, shop: Shop, exchange: Exchange): Promise<void> {
  const waits = shop.carrier !== null && comesBack(exchange)
  if (waits) await requestReturnLabel(tx, shop, exchange)
  // Waits a little, so that the label can be included if the carrier is quick.
  const runAt = new Date(shop.now().getTime() + (waits ? labelPatience : 0))
  await enqueueExchangeMail(tx, shop, 'exchange-requested', exchange, runAt)
}

type ExchangeMailKind =
  | 'warranty-claimed'
  | 'warranty-offered'
  | 'warranty-settled'
  | 'warranty-declined'
  | 'exchange-requested'
  | 'return-received'
  | 'replacement-shipped'
  | 'return-credited'
  | 'exchange-expired'
  | 'return-refused'

/**
 * Queues an email about an exchange; its subject id is "membership's id:exchange's id", so that the order's page finds it.
 * News for the recipient of a gift waits for its notice; that of a refund is its giver's.
 */
export async function enqueueExchangeMail(
  tx: Transaction,
  shop: Shop,
  kind: ExchangeMailKind,
  exchange: Pick<Exchange, 'id' | 'boxId' | 'remedy'>,
  runAt = shop.now(),
) {
  const { membership } = await findBox(tx, exchange.boxId)
  await enqueueMail(tx, shop, {
    kind,
    about: { membershipId: membership.id, exchangeId: exchange.id },
    runAt: exchange.remedy === 'refund' ? runAt : newsAt(shop, membership, runAt),
  })
}
