import { type DisputeStatus, isMoneyAway, stageOf } from './dispute.ts'
import type { OfflinePaymentMethod } from './manual-order.ts'
import type { MovementKind } from './movement.ts'

/**
 * Double-entry books, derived from the ledger and stored nowhere: each ledger row determines its own entries, and every
 * entry balances (docs/decisions/051-books.md). Amounts are integer cents.
 */
export type Account = { code: string; name: string; kind: 'asset' | 'liability' | 'income' | 'expense' }

/** The chart of accounts; sales tax adds one account per state. */
const chart = {
  bank: { code: '1000', name: 'Bank account', kind: 'asset' },
  cash: { code: '1020', name: 'Cash on hand', kind: 'asset' },
  checks: { code: '1030', name: 'Checks to deposit', kind: 'asset' },
  provider: { code: '1010', name: 'Payment provider balance', kind: 'asset' },
  held: { code: '1015', name: 'Reserve held by the payment provider', kind: 'asset' },
  disputed: { code: '1300', name: 'Payments under dispute', kind: 'asset' },
  deferred: { code: '2100', name: 'Deferred revenue', kind: 'liability' },
  undecided: { code: '2110', name: 'Payments to decide', kind: 'liability' },
  refundsDue: { code: '2300', name: 'Refunds to pay by hand', kind: 'liability' },
  credit: { code: '2400', name: 'Store credit', kind: 'liability' },
  sales: { code: '4000', name: 'Belt sales', kind: 'income' },
  kept: { code: '4090', name: 'Payments without belts', kind: 'income' },
  otherIncome: { code: '4990', name: 'Other income', kind: 'income' },
  returns: { code: '4900', name: 'Refunds and returns', kind: 'income' },
  chargebacks: { code: '4910', name: 'Chargebacks lost', kind: 'income' },
  goodwill: { code: '4920', name: 'Goodwill credit', kind: 'income' },
  fees: { code: '6000', name: 'Payment fees', kind: 'expense' },
  otherCosts: { code: '6900', name: 'Other costs', kind: 'expense' },
  disputeFees: { code: '6010', name: 'Dispute fees', kind: 'expense' },
  unexplained: { code: '9000', name: 'Provider movements to explain', kind: 'asset' },
} as const satisfies Record<string, Account>

type AccountName = keyof typeof chart

/**
 * The sales tax account of a state.
 * @param state two-letter code; null: unknown
 */
function salesTax(state: string | null): Account {
  return {
    code: state ? `2200-${state}` : '2200',
    // QuickBooks reads a colon as "sub-account of".
    name: state ? `Sales tax payable:${state}` : 'Sales tax payable',
    kind: 'liability',
  }
}

/** What an entry is about: a summary has one line per day and kind. */
type EntryKind =
  | 'sale'
  | 'decision'
  | 'shipment'
  | 'void'
  | 'refund'
  | 'dispute'
  | 'credit'
  | 'fee'
  | 'payout'
  | 'other'

/**
 * One side of an entry.
 * @property cents positive: a debit; negative: a credit
 */
type Posting = { account: Account; cents: number }

export type Entry = {
  at: Date
  kind: EntryKind
  /** the provider's or our id, for looking it up */
  reference: string
  postings: Posting[]
}

/** A payment with everything that became of it, from the ledger. */
export type LedgerPayment = {
  reference: string
  paidAt: Date
  /** before tax, in money */
  amountCents: number
  taxCents: number
  /** how it was paid, if not through the payment provider */
  paidBy?: OfflinePaymentMethod | null
  /** paid with store credit */
  creditCents: number
  /** when a charge made by hand at the provider became this payment; absent: the shop charged it itself */
  adoptedAt?: Date | null
  /** two-letter code of the state it ships to; null: unknown */
  shipState: string | null
  /** set if the amount differs from the membership's price: the payment buys nothing until the owner decides */
  expectedCents: number | null
  decidedAt: Date | null
  boxes: LedgerBox[]
  refunds: LedgerRefund[]
  /** tax taken back because the bank took the money of boxes that never left; absent: none */
  lostTaxes?: LostTax[]
}
type LostTax = { taxCents: number; at: Date; undoneAt: Date | null }
type LedgerBox = {
  id: string
  valueCents: number
  /** the part of its value that store credit paid; absent: none */
  creditCents?: number
  /** when it shipped; null: not yet, or never */
  shippedAt: Date | null
  /** when it was decided that it never will ship; null: it will */
  voidedAt: Date | null
  /** why it never will: the money was refunded, or the bank took it */
  voidedBy: 'refund' | 'chargeback'
}
export type LedgerRefund = {
  id: string
  amountCents: number
  taxCents: number
  createdAt: Date
  /** made by hand at the provider: if it fails, the shop no longer owes it */
  isByHand: boolean
  moves: { kind: RefundMove; at: Date }[]
  /** when its money left the provider's balance, and came back */
  tries: { madeAt: Date; cameBackAt: Date | null }[]
}
/** 'failed': the money came back or was never sent; 'retried': it's sent again; 'settled': paid from the bank account */
export type RefundMove = 'failed' | 'retried' | 'settled'

type Amounts = Partial<Record<AccountName, number>> & { tax?: { state: string | null; cents: number } }

/** The account where an offline payment arrives, and which its refund comes from. */
const moneyOf = { cash: 'cash', check: 'checks', transfer: 'bank' } as const satisfies Record<
  OfflinePaymentMethod,
  AccountName
>
const accountOf = ({ paidBy }: LedgerPayment): AccountName => (paidBy ? moneyOf[paidBy] : 'provider')

/** The entries of a payment, its boxes and its refunds. */
export function entriesOfPayment(payment: LedgerPayment): Entry[] {
  return [
    ...saleOf(payment),
    ...payment.boxes.flatMap(entriesOfBox),
    ...payment.refunds.flatMap((refund) => entriesOfRefund(payment, refund)),
    ...(payment.lostTaxes ?? []).flatMap((lost) => entriesOfLostTax(payment, lost)),
  ]
}

// Deferred revenue is exactly what the boxes are worth, so it matches what the admin shows as owed.
function saleOf(payment: LedgerPayment): Entry[] {
  const { reference, paidAt, amountCents, taxCents, creditCents, shipState, decidedAt } = payment
  const worth = payment.boxes.reduce((sum, box) => sum + box.valueCents, 0)
  const isDecided = payment.expectedCents === null
  const buys = isDecided
    ? { deferred: -worth, kept: worth - amountCents - creditCents }
    : { undecided: -(amountCents + creditCents) }
  // The balance has had what was charged by hand since its own day.
  const from = payment.adoptedAt ? 'unexplained' : accountOf(payment)
  const sale = entry(payment.adoptedAt ?? paidAt, 'sale', reference, {
    ...{ [from]: amountCents + taxCents, credit: creditCents },
    ...{ tax: { state: shipState, cents: -taxCents } },
    ...buys,
  })
  if (isDecided || !decidedAt) return sale
  const gone = payment.refunds
    .filter((refund) => refund.createdAt < decidedAt && !cameBackBefore(refund, decidedAt))
    .reduce((sum, refund) => sum + refund.amountCents, 0)
  const left = amountCents + creditCents - gone
  return [
    ...sale,
    ...entry(decidedAt, 'decision', reference, { undecided: left, deferred: -worth, kept: worth - left }),
  ]
}

function entriesOfBox(box: LedgerBox): Entry[] {
  const { id, valueCents, creditCents = 0, shippedAt, voidedAt, voidedBy } = box
  // The credit of a box that was lost is given back, as a refund's is: only its money is gone.
  const lost =
    voidedBy === 'refund'
      ? { returns: -valueCents }
      : { chargebacks: creditCents - valueCents, returns: -creditCents }
  return [
    ...(shippedAt ? entry(shippedAt, 'shipment', id, { deferred: valueCents, sales: -valueCents }) : []),
    ...(voidedAt ? entry(voidedAt, 'void', id, { deferred: valueCents, ...lost }) : []),
  ]
}

/** What was lost of it isn't a loss of the shop's: it's no longer owed to the state. */
function entriesOfLostTax({ reference, shipState: state }: LedgerPayment, lost: LostTax): Entry[] {
  const taken = (at: Date, cents: number) =>
    entry(at, 'dispute', reference, { chargebacks: -cents, tax: { state, cents } })
  return [...taken(lost.at, lost.taxCents), ...(lost.undoneAt ? taken(lost.undoneAt, -lost.taxCents) : [])]
}

// One made by hand that failed isn't owed, so its money was the owner's to decide about, unless it was paid again.
function cameBackBefore({ isByHand, moves }: LedgerRefund, at: Date): boolean {
  const before = moves.filter((move) => move.at < at).sort((one, other) => +one.at - +other.at)
  return isByHand && before.at(-1)?.kind === 'failed'
}

function entriesOfRefund(payment: LedgerPayment, refund: LedgerRefund): Entry[] {
  const { id, amountCents, taxCents, createdAt } = refund
  const { expectedCents, decidedAt, shipState: state } = payment
  const total = amountCents + taxCents
  const isUndecided = (at: Date) => expectedCents !== null && (!decidedAt || at < decidedAt)
  const given = (at: Date, sign = 1): Amounts => ({
    [isUndecided(at) ? 'undecided' : 'returns']: sign * amountCents,
    tax: { state, cents: sign * taxCents },
  })
  const left = { provider: -total, refundsDue: total }
  const [first, ...others] = refund.tries
  // Nearly every refund is made as it's written.
  const isAtOnce = first && Math.abs(first.madeAt.getTime() - createdAt.getTime()) < 60_000
  const made = [
    ...entry(createdAt, 'refund', id, {
      ...given(createdAt),
      [isAtOnce ? 'provider' : 'refundsDue']: -total,
    }),
    ...(first && !isAtOnce ? entry(first.madeAt, 'refund', id, left) : []),
    ...others.flatMap(({ madeAt }) => entry(madeAt, 'refund', id, left)),
  ]
  const cameBack = refund.tries.flatMap(({ cameBackAt: at }) =>
    at ? entry(at, 'refund', id, { provider: total, refundsDue: -total }) : [],
  )
  const moved = refund.moves.flatMap(({ kind, at }) => {
    // A refund someone made by hand isn't owed again when it fails: the buyer doesn't have it, and the owner decides
    // anew.
    const sign = kind === 'failed' ? -1 : 1
    const again = refund.isByHand
      ? entry(at, 'refund', id, { ...given(at, sign), refundsDue: -sign * total })
      : []
    const from = payment.paidBy ? moneyOf[payment.paidBy] : 'bank'
    const paid = kind === 'settled' ? entry(at, 'refund', id, { refundsDue: total, [from]: -total }) : []
    return [...again, ...paid]
  })
  return [...made, ...cameBack, ...moved]
}

export type LedgerDispute = {
  id: string
  /** every status it had, in order */
  changes: { status: DisputeStatus; amountCents: number; at: Date }[]
}

/**
 * While the bank examines a payment, its money is away; if won, it comes back; if lost, it's gone. A decision can be turned
 * round: each change is booked on its own day, and none is taken back (docs/decisions/125).
 */
export function entriesOfDispute({ id, changes }: LedgerDispute): Entry[] {
  let [away, lost] = [0, 0]
  return changes.flatMap(({ status, amountCents, at }) => {
    const stage = stageOf(status)
    const went = (isMoneyAway(stage) ? amountCents : 0) - away
    const gone = (stage === 'lost' ? amountCents : 0) - lost
    away += went
    lost += gone
    return entry(at, 'dispute', id, { provider: -went, disputed: went - gone, chargebacks: gone })
  })
}

export type LedgerCredit = { reference: string; amountCents: number; reason: string; createdAt: Date }

/** The contra account of a store credit line, by its reason. */
const otherSides: Partial<Record<string, AccountName>> = {
  return: 'returns',
  unshipped: 'returns',
  staff: 'goodwill',
  'given-up': 'kept',
  adopted: 'unexplained',
}

/**
 * The entries of a store credit line. One that only turns credit into a code, or back, moves nothing: it's owed as
 * before.
 */
export function entriesOfCredit({ reference, amountCents, reason, createdAt }: LedgerCredit): Entry[] {
  const account = otherSides[reason]
  return account
    ? entry(createdAt, 'credit', reference, { [account]: amountCents, credit: -amountCents })
    : []
}

export type LedgerMovement = {
  id: string
  kind: MovementKind
  amountCents: number
  feeCents: number
  at: Date
  /** of a charge, refund or dispute: the part that no row of the shop explains (server/books/explain-movements.ts) */
  restCents: number
}

/** What moved the balance at the provider and is in no other row. */
export function entriesOfMovement({
  id,
  kind,
  amountCents,
  feeCents,
  at,
  restCents,
}: LedgerMovement): Entry[] {
  const fees = kind === 'dispute' ? 'disputeFees' : 'fees'
  const fee = entry(at, 'fee', id, { [fees]: feeCents, provider: -feeCents })
  const moved = (from: AccountName, as: EntryKind, cents: number) =>
    entry(at, as, id, { [from]: -cents, provider: cents })
  const others: Record<MovementKind, Entry[]> = {
    charge: moved('unexplained', 'other', restCents),
    refund: moved('unexplained', 'other', restCents),
    dispute: moved('unexplained', 'other', restCents),
    fee: moved('fees', 'fee', amountCents),
    payout: moved('bank', 'payout', amountCents),
    held: moved('held', 'other', amountCents),
    other: moved('unexplained', 'other', amountCents),
  }
  return [...fee, ...others[kind]]
}

/** What someone said to be the shop's own, or its cost, on the day they said so (docs/decisions/126). */
export function entriesOfIncome({
  id,
  amountCents,
  at,
}: {
  id: string
  amountCents: number
  at: Date
}): Entry[] {
  const own = amountCents > 0 ? 'otherIncome' : 'otherCosts'
  return entry(at, 'other', id, { unexplained: amountCents, [own]: -amountCents })
}

/** @returns no entry if no money moves */
function entry(at: Date, kind: EntryKind, reference: string, { tax, ...amounts }: Amounts): Entry[] {
  const postings = [
    ...Object.entries(amounts).map(([name, cents]) => ({ account: chart[name as AccountName], cents })),
    ...(tax ? [{ account: salesTax(tax.state), cents: tax.cents }] : []),
  ].filter(({ cents }) => cents !== 0)
  return postings.length > 0 ? [{ at, kind, reference, postings }] : []
}
