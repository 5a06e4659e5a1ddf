import { and, eq, notInArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { parcels } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { ExchangeActor } from '../../domain/exchange.ts'
import { abandonLabels } from '../parcels/labels.ts'
import type { Shop } from '../shop/shop.ts'
import { type Alongside, actOnExchange, type Exchange } from './act-on-exchange.ts'
import { dropReplacement } from './add-replacement.ts'

/**
 * Cancels an exchange before the belt is received: the reserved belt is released, and the member keeps theirs. The shop does
 * so once the bank has given back the money that was to be given, also for a broken belt that has come in.
 * @throws ShopError 'not_possible' once the belt is back; for its member, once the carrier has it
 */
export async function cancelExchange(
  shop: Shop,
  { exchangeId, actor }: { exchangeId: string; actor: ExchangeActor },
  alongside?: Alongside,
): Promise<Exchange> {
  return actOnExchange(
    shop,
    exchangeId,
    { act: 'cancel', actor },
    async (tx, { exchange }) => {
      if (actor === 'member' && (await isComing(tx, exchange.id)))
        throw new ShopError(
          'not_possible',
          'Your package is on its way to us, so you can’t cancel the return anymore. Reply to our last email if you want something else.',
        )
      await dropReplacement(tx, exchange)
      await abandonLabels(tx, eq(parcels.exchangeId, exchange.id))
      return { closedAt: shop.now(), ...(actor === 'shop' ? { note: givenBack(exchange) } : {}) }
    },
    alongside,
  )
}

const givenBack = ({ note, state }: Pick<Exchange, 'note' | 'state'>) =>
  [
    note,
    'The bank gave this payment back, so nothing more is given for the belt.',
    state === 'received' && 'The belt is here: ask its member whether they want it back.',
  ]
    .filter(Boolean)
    .join('\n')

/**
 * Whether the carrier has the belt coming back: ended now, nothing would wait for it when it arrives. A lost one may still
 * turn up; one the carrier returned is with its member again.
 */
export async function isComing(db: Database | Transaction, exchangeId: string): Promise<boolean> {
  const ofIt = and(eq(parcels.exchangeId, exchangeId), notInArray(parcels.track, ['waiting', 'returned']))
  return (await db.$count(parcels, ofIt)) > 0
}
