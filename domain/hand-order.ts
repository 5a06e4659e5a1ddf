/** How an order that the staff writes down is paid, or what it is in place of (docs/decisions/075). */
export type HandOrderKind = 'link' | 'card' | 'paid' | 'free' | 'replacement'

/** How money came that the payment provider never saw. */
export type PaidByHand = 'cash' | 'check' | 'transfer'
