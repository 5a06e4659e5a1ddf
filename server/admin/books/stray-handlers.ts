import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { balanceMovements, memberships, people, storeCredit, strayMovements } from '../../../db/schema.ts'
import { emailProblem } from '../../../domain/address.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { kindOfCategory } from '../../../domain/movement.ts'
import {
  alreadySaid,
  becomeCredit,
  becomePayment,
  findStray,
  followDisputes,
  settle,
} from '../../billing/settle-strays.ts'
import { readBalance } from '../../books/payouts.ts'
import { openStrays, type Stray } from '../../books/stray-movements.ts'
import { unmatchedPayments } from '../../checkout/unmatched-payments.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import type { Staff } from '../../staff/staff.ts'

const words = {
  charge: 'A charge that the shop didn’t make',
  refund: 'A refund that the shop doesn’t know',
  dispute: 'A dispute that the shop doesn’t know',
} as const

const whatOf = ({ category, description }: Stray) =>
  description ?? words[kindOfCategory(category) as keyof typeof words] ?? category.replaceAll('_', ' ')

/** Milliseconds for which what was read of the provider is new enough for whoever looks. */
const lookedAt = 60_000

/** Movements of the provider's balance that nothing explains, with the member behind each as far as the provider says. */
export async function listStrays(shop: Shop): Promise<AdminReply<'listStrays'>> {
  await readBalance(shop, lookedAt)
  const strays = await openStrays(shop)
  return {
    strays: await Promise.all(
      strays.map(async (stray) => ({
        ...{ id: stray.id, day: shopDay(shop, stray.at), amountCents: stray.amountCents },
        ...{ what: whatOf(stray), sourceId: stray.sourceId, email: await emailBehind(shop, stray) },
        gaveCreditTo: await creditedFor(shop.db, stray),
      })),
    ),
    unmatched: (await unmatchedPayments(shop)).map(({ at, intentId: _, ...payment }) => ({
      ...payment,
      day: shopDay(shop, at),
    })),
  }
}

/** Whose store credit the charge became that this money is a refund or a dispute of. */
async function creditedFor(db: Database | Transaction, stray: Stray): Promise<string | null> {
  if (!stray.intentId || stray.amountCents >= 0) return null
  const [row] = await db
    .select({ key: people.key })
    .from(strayMovements)
    .innerJoin(balanceMovements, eq(balanceMovements.id, strayMovements.id))
    .innerJoin(storeCredit, sql`${storeCredit.id}::text = ${strayMovements.becameId}`)
    .innerJoin(people, eq(people.id, storeCredit.personId))
    .where(
      and(
        eq(balanceMovements.intentId, stray.intentId),
        eq(strayMovements.became, 'credit'),
        gt(strayMovements.amountCents, 0),
      ),
    )
    .limit(1)
  return row?.key.startsWith('email:') ? row.key.slice('email:'.length) : null
}

/** Whose card was charged. */
async function emailBehind(shop: Shop, { intentId }: Stray): Promise<string | null> {
  if (!intentId) return null
  const payment = await shop.payments.fetch(intentId).catch(() => null)
  if (!payment) return null
  const [member] = payment.customerId
    ? await shop.db
        .select({ email: memberships.payerEmail })
        .from(memberships)
        .where(eq(memberships.customerId, payment.customerId))
        .limit(1)
    : []
  return member?.email ?? payment.payerEmail
}

/**
 * Says what money that arrived elsewhere is: store credit for someone, the payment of an order, the shop's own, or something
 * that stays in the books by name. Said once.
 * @throws ShopError 'not_possible' if it's settled by now, or if it can't become that
 */
export async function settleStray(
  shop: Shop,
  { strayId, as, email = '', orderNumber = '', reason, key }: AdminInput<'settleStray'>,
  staff: Staff,
): Promise<AdminReply<'settleStray'>> {
  const stray = await findStray(shop, strayId)
  if (!stray) {
    const [known] = await shop.db.select().from(strayMovements).where(eq(strayMovements.id, strayId))
    if (known?.became === as && (as === 'noted' || known.note === reason)) return { success: true }
    throw alreadySaid()
  }
  const problem = as === 'credit' && emailProblem(email)
  if (problem) throw new ShopError('invalid_body', problem, { fields: { email: problem } })
  if (as === 'order' && stray.amountCents <= 0)
    throw new ShopError('not_possible', 'No money came in here, so it can’t be the payment of an order.')
  await shop.db.transaction((tx) =>
    settle(tx, shop, staff, {
      ...{ stray, as, reason, key },
      become: () =>
        as === 'credit'
          ? becomeCredit(tx, shop, { stray, email, reason })
          : as === 'order'
            ? becomePayment(tx, stray, orderNumber)
            : Promise.resolve(null),
    }),
  )
  if (as === 'order') await followDisputes(shop, stray)
  shop.wakeWorker()
  return { success: true }
}
