import type { ExchangeRow } from '../../../domain/admin/exchange-contracts.ts'
import {
  comesBack,
  type ExchangeAct,
  type ExchangeRemedy,
  type ExchangeState,
} from '../../../domain/exchange.ts'
import { formatCents } from '../../../domain/money.ts'

/** The names of the states in the admin, in their order. */
export const stateLabel: Record<ExchangeState, string> = {
  claimed: 'Claim to answer',
  offered: 'The giver decides',
  requested: 'On its way back',
  received: 'Received',
  repaired: 'Repaired',
  shipped: 'Replacement shipped',
  refunded: 'Refunded',
  credited: 'Credited',
  closed: 'Closed',
  fixed: 'Repaired and home',
  declined: 'Declined',
  cancelled: 'Canceled',
  expired: 'Never came',
}

/** The mark before a state. */
export const stateSigns: Record<ExchangeState, string> = {
  claimed: 'wn',
  offered: 'half',
  repaired: 'wn',
  fixed: 'ok',
  declined: 'no',
  requested: 'half',
  received: 'wn',
  shipped: 'full',
  refunded: 'full',
  credited: 'full',
  closed: 'ok',
  cancelled: 'no',
  expired: 'no',
}

/** The names of the remedies. */
export const givenLabel: Record<ExchangeRemedy, string> = {
  replacement: 'A new one',
  repair: 'A repair',
  refund: 'A refund',
  credit: 'Store credit',
}

/** "Another size", "Damaged", "Return for a refund". */
export function kindLabel({ kind, remedy }: Pick<ExchangeRow, 'kind' | 'remedy'>): string {
  if (kind === 'size') return 'Another size'
  if (kind === 'style') return 'Another belt'
  if (kind === 'lost') return remedy === 'replacement' ? 'Never came' : `Never came, ${remedy}`
  if (kind === 'damaged') return `It broke, ${givenLabel[remedy].toLowerCase()}`
  return remedy === 'credit' ? 'Return for store credit' : 'Return for a refund'
}

/** A damaged or lost belt isn't returned, so it's the shop's turn right away. */
export function stateOf({ state, kind, remedy }: Pick<ExchangeRow, 'state' | 'kind' | 'remedy'>): string {
  if (remedy === 'repair' && state === 'requested') return 'On its way here'
  return state === 'requested' && !comesBack({ kind, remedy }) ? 'Make it right now' : stateLabel[state]
}

/** The label of an action's button. */
export function actLabel(
  act: ExchangeAct,
  { valueCents, remedy }: Pick<ExchangeRow, 'valueCents' | 'remedy'>,
): string {
  const words: Record<ExchangeAct, string> = {
    accept: 'Decide',
    ask: '',
    answer: '',
    decline: 'Decline it',
    repair: 'It’s fixed',
    receive: remedy === 'repair' ? 'It’s here' : 'It’s back',
    ship: remedy === 'repair' ? 'Ship it home' : 'Ship the replacement',
    refund: `Refund ${formatCents(valueCents ?? 0)}`,
    credit: `Give ${formatCents(valueCents ?? 0)} credit`,
    change: 'Offer something else',
    close: 'Refuse it',
    cancel: 'Cancel',
    expire: '',
  }
  return words[act]
}
