import type { Metadata } from './metadata.ts'
import type { Operations } from './operation.ts'
import type { PaymentIntent } from './payment-intent.ts'
import { invalidRequest, noSuch } from './refusal.ts'
import type { TaxCalculation } from './tax-calculation.ts'
import type { World } from './world.ts'

type Lines = {
  amount: number
  amount_tax: number
  reference: string
  quantity: number
  original: string | null
}[]

type NewTransaction = {
  calculation: TaxCalculation
  reference: string
  metadata: Metadata
  lines: Lines
  reversalOf: string | null
}

function newTransaction(world: World, input: NewTransaction) {
  const id = world.newId('tax')
  return {
    id,
    object: 'tax.transaction' as const,
    created: world.now(),
    currency: input.calculation.currency,
    customer: input.calculation.customer,
    customer_details: input.calculation.customer_details,
    line_items: {
      object: 'list' as const,
      data: input.lines.map((line) => ({
        id: world.newId('tax_li', 14),
        object: 'tax.transaction_line_item' as const,
        amount: line.amount,
        amount_tax: line.amount_tax,
        livemode: false as const,
        metadata: {},
        product: null,
        quantity: line.quantity,
        reference: line.reference,
        reversal: line.original === null ? null : { original_line_item: line.original },
        tax_behavior: 'exclusive' as const,
        tax_code: 'txcd_99999999',
        type: input.reversalOf === null ? ('transaction' as const) : ('reversal' as const),
      })),
      has_more: false,
      url: `/v1/tax/transactions/${id}/line_items`,
    },
    livemode: false as const,
    metadata: input.metadata,
    posted_at: world.now(),
    reference: input.reference,
    reversal: input.reversalOf === null ? null : { original_transaction: input.reversalOf },
    ship_from_details: null,
    shipping_cost: null,
    tax_date: world.now(),
    type: input.reversalOf === null ? ('transaction' as const) : ('reversal' as const),
    /** not sent: the calculation it came from */
    [calculationOf]: input.calculation.id,
  }
}

/** Stores the calculation invisibly: symbols aren't written to JSON. */
const calculationOf = Symbol('calculation')

export type TaxTransaction = ReturnType<typeof newTransaction>

type CommitParams = { calculation: string; reference: string; metadata?: Metadata }

/** Commits a calculation, once per reference: the same calculation again returns the same transaction. */
function commit(world: World, params: CommitParams): TaxTransaction {
  const calculation = world.taxCalculations.get(params.calculation)
  if (!calculation) throw noSuch('tax calculation', params.calculation, 'calculation', 400)
  const before = withReference(world, params.reference)
  if (before) {
    if (before[calculationOf] === calculation.id) return before
    throw referenceTaken(params.reference)
  }
  if (calculation.expires_at <= world.now())
    throw invalidRequest(`The tax calculation ${calculation.id} has expired.`, {
      code: 'resource_missing',
      param: 'calculation',
    })
  const transaction = newTransaction(world, {
    calculation,
    reference: params.reference,
    metadata: params.metadata ?? {},
    lines: calculation.line_items.data.map((line) => ({ ...line, original: null })),
    reversalOf: null,
  })
  world.taxTransactions.set(transaction.id, transaction)
  return transaction
}

function withReference(world: World, reference: string): TaxTransaction | undefined {
  return [...world.taxTransactions.values()].find((transaction) => transaction.reference === reference)
}

function referenceTaken(reference: string) {
  return invalidRequest(`A transaction with the reference '${reference}' already exists.`, {
    code: 'resource_already_exists',
    param: 'reference',
  })
}

type ReversalParams = {
  mode: 'full' | 'partial'
  original_transaction: string
  reference: string
  flat_amount?: number
  metadata?: Metadata
  line_items?: {
    amount: number
    amount_tax: number
    original_line_item: string
    reference: string
    quantity?: number
  }[]
}

function reverse(world: World, params: ReversalParams): TaxTransaction {
  const original = world.taxTransactions.get(params.original_transaction)
  if (!original) throw noSuch('tax transaction', params.original_transaction, 'original_transaction', 400)
  if (withReference(world, params.reference)) throw referenceTaken(params.reference)
  const transaction = newTransaction(world, {
    calculation: world.taxCalculations.get(original[calculationOf])!,
    reference: params.reference,
    metadata: params.metadata ?? {},
    lines: withinOriginal(world, original, reversedLines(original, params)),
    reversalOf: original.id,
  })
  world.taxTransactions.set(transaction.id, transaction)
  return transaction
}

// docs.stripe.com/tax/custom "Record a refund": the reversals of a line must not exceed the line.
function withinOriginal(world: World, original: TaxTransaction, lines: Lines): Lines {
  const before = [...world.taxTransactions.values()]
    .filter((each) => each.reversal?.original_transaction === original.id)
    .flatMap((each) => each.line_items.data)
  for (const line of lines) {
    const whole = original.line_items.data.find((each) => each.id === line.original)!
    const same = before.filter((each) => each.reversal?.original_line_item === line.original)
    for (const field of ['amount', 'amount_tax'] as const) {
      const reversed = same.reduce((sum, each) => sum - each[field], -line[field])
      if (reversed > whole[field])
        throw invalidRequest('The reversal is greater than what is left of the transaction.', {
          param: `line_items[0][${field}]`,
        })
    }
  }
  return lines
}

function reversedLines(original: TaxTransaction, params: ReversalParams): Lines {
  const lines = original.line_items.data
  if (params.mode === 'full')
    return lines.map((line) => ({
      amount: -line.amount,
      amount_tax: -line.amount_tax,
      reference: line.reference,
      quantity: line.quantity,
      original: line.id,
    }))
  if (params.line_items)
    return params.line_items.map((line, place) => {
      if (line.amount > 0 || line.amount_tax > 0)
        throw invalidRequest('A reversal must be negative.', { param: `line_items[${place}][amount]` })
      if (!lines.some((known) => known.id === line.original_line_item))
        throw noSuch('line item', line.original_line_item, `line_items[${place}][original_line_item]`, 400)
      return { ...line, quantity: line.quantity ?? 1, original: line.original_line_item }
    })
  const flat = params.flat_amount
  if (flat === undefined || flat >= 0)
    throw invalidRequest('A partial reversal needs a negative `flat_amount` or `line_items`.', {
      param: 'flat_amount',
    })
  const total = lines.reduce((sum, line) => sum + line.amount + line.amount_tax, 0)
  if (-flat > total)
    throw invalidRequest('The reversal is greater than the transaction.', { param: 'flat_amount' })
  return lines.map((line) => ({
    amount: Math.round((flat * line.amount) / total),
    amount_tax: Math.round((flat * line.amount_tax) / total),
    reference: line.reference,
    quantity: line.quantity,
    original: line.id,
  }))
}

/** A payment made with a calculation commits it when the money arrives. */
export function commitHookedTax(world: World, intent: PaymentIntent): void {
  const calculation = world.taxHooks.get(intent.id)
  if (calculation) commit(world, { calculation, reference: intent.id })
}

export const taxTransactionOperations: Operations = {
  'POST /v1/tax/transactions/create_from_calculation': ({
    world,
    params,
  }: {
    world: World
    params: CommitParams
  }) => commit(world, params),
  'POST /v1/tax/transactions/create_reversal': ({
    world,
    params,
  }: {
    world: World
    params: ReversalParams
  }) => reverse(world, params),
  'GET /v1/tax/transactions/{id}': ({ world, id }) => {
    const transaction = world.taxTransactions.get(id)
    if (!transaction) throw noSuch('tax transaction', id)
    return transaction
  },
}
