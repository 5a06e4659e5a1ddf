import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import { invalidRequest } from './refusal.ts'
import type { World } from './world.ts'

type Moved = {
  id: string
  type: string
  category: string
  amount: number
  fee: number
  source: string | null
}

function newTransaction(world: World, { category, fee, ...moved }: Moved) {
  return {
    object: 'balance_transaction' as const,
    ...moved,
    // Two days for cards in the US (docs.stripe.com/payouts).
    available_on: world.now() + (moved.type === 'payout' ? 0 : 2 * 24 * 3600),
    balance_type: 'payments' as const,
    created: world.now(),
    currency: 'usd',
    description: null as string | null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [feeDetail(fee)],
    net: moved.amount - fee,
    reporting_category: category,
    status: 'pending',
  }
}

const feeDetail = (amount: number) => ({
  ...{
    amount,
    application: null,
    currency: 'usd',
    description: 'Stripe processing fees',
    type: 'stripe_fee',
  },
})

export type BalanceTransaction = ReturnType<typeof newTransaction>

/** Adds money to the balance, or takes it away. */
export function moveBalance(world: World, moved: Moved): void {
  world.balance.set(moved.id, newTransaction(world, moved))
}

/** Pays out everything available and not yet paid out, as one sum; nothing if that sum isn't positive. */
export function payOut(world: World): string | null {
  const available = [...world.balance.values()].filter(
    ({ id, available_on }) => available_on <= world.now() && !world.paidOut.has(id),
  )
  const sum = available.reduce((all, { net }) => all + net, 0)
  if (sum <= 0) return null
  const payout = world.newId('po')
  const id = world.newId('txn')
  moveBalance(world, { id, type: 'payout', category: 'payout', amount: -sum, fee: 0, source: payout })
  for (const each of [...available, { id }]) world.paidOut.set(each.id, payout)
  return payout
}

/** A payout that someone asks for; what it consists of is known to nobody. */
export function payOutByHand(world: World, amount: number): string {
  const payout = world.newId('po')
  const id = world.newId('txn')
  moveBalance(world, { id, type: 'payout', category: 'payout', amount: -amount, fee: 0, source: payout })
  return payout
}

function refuseByHand(world: World, payout: string | undefined) {
  if (payout === undefined || [...world.paidOut.values()].includes(payout)) return
  throw invalidRequest('Balance transaction history can only be filtered on automatic transfers, not manual.')
}

type ListParams = {
  created?: CreatedRange
  currency?: string
  payout?: string
  source?: string
  type?: string
}

export const balanceOperations: Operations = {
  'GET /v1/balance_transactions': ({ world, params }: { world: World; params: ListParams }) => {
    refuseByHand(world, params.payout)
    return listed(
      [...world.balance.values()].filter(
        (each) =>
          (params.payout === undefined || world.paidOut.get(each.id) === params.payout) &&
          (params.source === undefined || each.source === params.source) &&
          (params.type === undefined || each.type === params.type) &&
          (params.currency === undefined || each.currency === params.currency) &&
          isCreatedIn(params.created, each.created),
      ),
    )
  },
}
