import type { Transaction } from '../../../db/database.ts'
import { storeCredit } from '../../../db/schema.ts'
import { ShopError } from '../../../domain/errors.ts'
import { formatCents } from '../../../domain/money.ts'
import { holdCredit } from '../../credit/hold-credit.ts'
import type { Shop } from '../../shop.ts'

/**
 * Store credit does not expire (club.md "The gift"), but nobody can spend it once nobody is known: so it is given up by
 * its owner's word alone, who has read how much it is, and the ledger says so. Codes that no order used count as well.
 * @param givesUpCents what its owner was told, integer cents; another sum is asked about again
 * @throws ShopError 'not_possible' with `creditCents` in its details while they have not agreed to that sum
 */
export async function giveUpCredit(
  tx: Transaction,
  shop: Shop,
  email: string,
  givesUpCents: number | undefined,
): Promise<void> {
  const { balances, balanceCents, codes } = await holdCredit(tx, email)
  const cents = balanceCents + codes.reduce((total, { amountCents }) => total + amountCents, 0)
  if (cents === 0) return
  if (cents !== givesUpCents) {
    throw new ShopError(
      'not_possible',
      `You have ${formatCents(cents)} of store credit, which does not expire. Once your data is deleted nobody can use it: use it first, or give it up.`,
      { details: { creditCents: String(cents) } },
    )
  }
  if (balances.length === 0) return
  await tx.insert(storeCredit).values(
    balances.map((each) => ({
      personId: each.personId,
      amountCents: -each.balanceCents,
      reason: 'given-up',
      reference: `given-up:${each.personId}:${shop.now().toISOString()}`,
      createdAt: shop.now(),
    })),
  )
}
