import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { exchanges } from '../../db/schema.ts'
import { isKept, keptOf } from '../../domain/belt-account.ts'
import { ShopError } from '../../domain/errors.ts'
import { formatCents } from '../../domain/money.ts'
import { chainsOf } from '../billing/belt-accounts.ts'
import { lockMembership } from '../ledger/find-membership.ts'
import type { Shop } from '../shop/shop.ts'
import { findBox, paidBox } from './sent-box.ts'

/**
 * Records what a belt is still worth to the person who kept it though another one was sent for it: the rest of its price can
 * be given back again.
 * @param alongside with the cents that this gives away, below 0 if it takes some back
 * @throws ShopError 'not_found', 'not_possible' for a belt nobody kept, or one worth more than was paid
 */
export async function judgeKept(
  shop: Shop,
  { exchangeId, worthCents }: { exchangeId: string; worthCents: number },
  alongside: (tx: Transaction, givenCents: number, before: number) => Promise<void>,
): Promise<void> {
  const isIt = eq(exchanges.id, exchangeId)
  const [asked] = await shop.db.select({ boxId: exchanges.boxId }).from(exchanges).where(isIt)
  if (!asked) throw new ShopError('not_found', 'We can’t find this exchange. Reload the page.')
  const { membership } = await findBox(shop.db, asked.boxId)
  await shop.db.transaction(async (tx) => {
    await lockMembership(tx, membership.id)
    const { box } = await findBox(tx, asked.boxId)
    const paid = await paidBox(tx, box)
    const link = (await chainsOf(tx, [paid.id])).find((each) => each.exchangeId === exchangeId)
    if (!link || !isKept(link))
      throw new ShopError(
        'not_possible',
        'They didn’t keep this belt. Reload the page to see where it stands.',
      )
    if (worthCents > paid.valueCents) {
      const sentence = `It can’t be worth more than the ${formatCents(paid.valueCents)} that was paid for it.`
      throw new ShopError('not_possible', sentence, { fields: { worthCents: sentence } })
    }
    const before = keptOf(paid.valueCents, link)
    if (before === worthCents) return
    await tx.update(exchanges).set({ keptCents: worthCents }).where(isIt)
    await alongside(tx, before - worthCents, before)
  })
}
