import type { ExchangeRow } from '../../../domain/admin/exchange-contracts.ts'
import { type ExchangeAct, type ExchangeState, staysAway } from '../../../domain/exchange.ts'
import { formatCents } from '../../../domain/money.ts'

/** The states as the desk names them, in the order in which they come. */
export const stateLabel: Record<ExchangeState, string> = {
  requested: 'On its way back',
  received: 'Received',
  shipped: 'Replacement shipped',
  refunded: 'Refunded',
  credited: 'Credited',
  closed: 'Closed',
  cancelled: 'Cancelled',
  expired: 'Never came',
}

/** The sign before a state. */
export const stateSigns: Record<ExchangeState, string> = {
  requested: 'half',
  received: 'wn',
  shipped: 'full',
  refunded: 'full',
  credited: 'full',
  closed: 'ok',
  cancelled: 'no',
  expired: 'no',
}

/** "Another size", "Damaged", "Return for a refund". */
export function kindLabel({ kind, remedy }: Pick<ExchangeRow, 'kind' | 'remedy'>): string {
  if (kind === 'size') return 'Another size'
  if (kind === 'style') return 'Another belt'
  if (kind === 'lost') return remedy === 'replacement' ? 'Never came' : `Never came, ${remedy}`
  if (kind === 'damaged') return remedy === 'replacement' ? 'Damaged' : `Damaged, ${remedy}`
  return remedy === 'credit' ? 'Return for store credit' : 'Return for a refund'
}

/** Nothing comes back of a damaged or lost belt, so it's the shop's turn right away. */
export function stateOf({ state, kind }: Pick<ExchangeRow, 'state' | 'kind'>): string {
  return state === 'requested' && staysAway.includes(kind) ? 'Make it right now' : stateLabel[state]
}

/** The word on the button of an act. */
export function actLabel(act: ExchangeAct, { valueCents }: Pick<ExchangeRow, 'valueCents'>): string {
  const words: Record<ExchangeAct, string> = {
    receive: 'It is back',
    ship: 'Ship the replacement',
    refund: `Refund ${formatCents(valueCents ?? 0)}`,
    credit: `Give ${formatCents(valueCents ?? 0)} credit`,
    change: 'Give something else',
    close: 'Refuse it',
    cancel: 'Cancel',
    expire: '',
  }
  return words[act]
}
