import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import { boxes, parcels } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { comesBack, type ExchangeRemedy } from '../../domain/exchange.ts'
import { leftToGive } from '../billing/belt-accounts.ts'
import { lockInventory } from '../curation/inventory.ts'
import { newsAt } from '../ledger/secret-gifts.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { abandonLabels } from '../parcels/labels.ts'
import type { Shop } from '../shop/shop.ts'
import {
  type Alongside,
  actOnExchange,
  type Exchange,
  type ExchangeChanges,
  type UnderExchange,
} from './act-on-exchange.ts'
import { addReplacement, dropReplacement } from './add-replacement.ts'
import { paidBox } from './sent-box.ts'

type Change = {
  exchangeId: string
  remedy: Exclude<ExchangeRemedy, 'repair'>
  /** for a replacement; omitted: the same belt as before */
  productId?: string | undefined
  size?: string | undefined
}

/**
 * Replaces the planned remedy, because the reserved belt ran out or the member prefers something else: another belt or size,
 * or a refund or credit, which the admin then gives as for any return. The wearer gets an email.
 * @throws ShopError 'not_possible' once it is packed or settled, or if nothing can be given back
 */
export async function changeRemedy(shop: Shop, change: Change, alongside?: Alongside): Promise<Exchange> {
  return actOnExchange(
    shop,
    change.exchangeId,
    { act: 'change', actor: 'staff' },
    async (tx, under) => {
      await lockInventory(tx)
      await dropReplacement(tx, under.exchange)
      // A belt for repair that hasn't been sent yet stays with the member.
      if (under.exchange.remedy === 'repair' && under.exchange.state === 'requested')
        await abandonLabels(tx, eq(parcels.exchangeId, under.exchange.id))
      const made =
        change.remedy === 'replacement'
          ? await putAside(tx, shop, under, change)
          : await giveBack(tx, under, change.remedy)
      if (under.exchange.remedy === 'repair') made.remedy = change.remedy
      const { membership, exchange } = under
      const given = made.replacementBoxId ?? change.remedy
      await enqueueMail(tx, shop, {
        kind: 'exchange-changed',
        about: { membershipId: membership.id, exchangeId: exchange.id, given },
        runAt: newsAt(shop, membership),
      })
      return made
    },
    alongside,
  )
}

async function putAside(
  tx: Transaction,
  shop: Shop,
  { exchange, box }: UnderExchange,
  { productId, size }: Change,
): Promise<ExchangeChanges> {
  const kind = exchange.kind
  const replacement = await addReplacement(tx, shop, box, { kind, productId, size })
  if (exchange.state === 'received' && comesBack({ kind, remedy: 'replacement' }))
    await tx
      .update(boxes)
      .set({ state: boxState.to('assigned', boxes.state), holdReason: null })
      .where(eq(boxes.id, replacement.id))
  return {
    wantedProductId: replacement.productId,
    wantedSize: replacement.size,
    replacementBoxId: replacement.id,
  }
}

async function giveBack(
  tx: Transaction,
  { exchange, box, membership }: UnderExchange,
  remedy: 'refund' | 'credit',
): Promise<ExchangeChanges> {
  const paid = await paidBox(tx, box)
  if (paid.valueCents === 0) {
    throw new ShopError('not_possible', 'This belt was free, so there’s nothing to refund. Exchange it.')
  }
  await leftToGive(tx, paid, exchange.id)
  if (remedy === 'credit' && !(membership.isGift && membership.memberEmail)) {
    throw new ShopError(
      'not_possible',
      'Only a gift’s recipient whose email we have can get store credit. Choose a refund.',
    )
  }
  return { remedy, wantedProductId: null, wantedSize: null, replacementBoxId: null }
}
