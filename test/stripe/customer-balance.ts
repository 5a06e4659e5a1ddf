import { type Customer, customerOf } from './customer.ts'
import { emit } from './event.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import type { World } from './world.ts'

type Moved = {
  /** in cents; negative: we owe the customer more, and the next invoice deducts it */
  amount: number
  type: 'adjustment' | 'applied_to_invoice' | 'invoice_too_small' | 'unapplied_from_invoice'
  invoice?: string
  description?: string
  metadata?: Metadata | ''
}

function newTransaction(world: World, customer: Customer, { amount, type, ...moved }: Moved) {
  return {
    id: world.newId('cbtxn'),
    object: 'customer_balance_transaction' as const,
    amount,
    checkout_session: null,
    created: world.now(),
    credit_note: null,
    currency: 'usd',
    customer: customer.id,
    customer_account: null,
    description: moved.description ?? null,
    ending_balance: customer.balance,
    invoice: moved.invoice ?? null,
    livemode: false as const,
    metadata: mergeMetadata({}, moved.metadata),
    type,
  }
}

export type CustomerBalanceTransaction = ReturnType<typeof newTransaction>

/** Every change of a customer's balance is an immutable transaction (docs.stripe.com/billing/customer/balance). */
export function moveCustomerBalance(world: World, customer: Customer, moved: Moved) {
  customer.balance += moved.amount
  const made = newTransaction(world, customer, moved)
  world.customerBalance.set(made.id, made)
  emit(world, 'customer.updated', customer)
  return made
}

type CreateParams = { amount: number; currency: string; description?: string; metadata?: Metadata | '' }
type ListParams = { created?: CreatedRange; invoice?: string }

export const customerBalanceOperations: Operations = {
  'POST /v1/customers/{id}/balance_transactions': ({
    world,
    id,
    params: { amount, description, metadata },
  }: {
    world: World
    id: string
    params: CreateParams
  }) =>
    moveCustomerBalance(world, customerOf(world, id), {
      ...{ amount, type: 'adjustment', metadata: metadata ?? '' },
      ...(description === undefined ? {} : { description }),
    }),
  'GET /v1/customers/{id}/balance_transactions': ({
    world,
    id,
    params,
  }: {
    world: World
    id: string
    params: ListParams
  }) =>
    listed(
      [...world.customerBalance.values()].filter(
        (moved) =>
          moved.customer === customerOf(world, id).id &&
          (params.invoice === undefined || moved.invoice === params.invoice) &&
          isCreatedIn(params.created, moved.created),
      ),
    ),
}
