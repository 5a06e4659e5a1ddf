import { randomInt } from 'node:crypto'
import { promotionCodes, storeCredit } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'
import { holdCredit } from './hold-credit.ts'

/**
 * Makes all of an address's credit one code: good once, without an end, for that address alone. A checkout that is not
 * finished leaves the code as it was; what an order leaves of it comes back (return-unused-credit.ts). Asked twice at
 * once, the second finds nothing left and answers with the code of the first.
 * @throws ShopError 'not_possible' without credit and without a code
 */
export async function makeCreditCode(shop: Shop, email: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const { balances, balanceCents, codes } = await holdCredit(tx, email)
    if (balances.length === 0) {
      if (codes.length > 0) return
      throw new ShopError('not_possible', 'There is no store credit to make a code of.')
    }
    const code = newCode()
    await tx.insert(promotionCodes).values({
      code,
      amountOffCents: balanceCents,
      duration: 'once',
      mostUses: 1,
      email,
      createdAt: shop.now(),
    })
    await tx.insert(storeCredit).values(
      balances.map((each) => ({
        personId: each.personId,
        amountCents: -each.balanceCents,
        reason: 'code',
        reference: `code:${code}:${each.personId}`,
        createdAt: shop.now(),
      })),
    )
  })
}

// Without figures and letters that are taken for one another; forty bits, and of no use to another address.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function newCode(): string {
  return `CREDIT-${Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')}`
}
