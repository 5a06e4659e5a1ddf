/**
 * What a dispute means to the shop: 'inquiry': the bank only asks, and the money stays. 'open': the bank has the money and
 * examines the payment. The bank decides the order: one that was lost can be appealed, one that was won can be reopened.
 */
export const disputeStates = ['inquiry', 'open', 'won', 'lost'] as const
export type DisputeStage = (typeof disputeStates)[number]

type Meaning = {
  stage: DisputeStage
  /** the shop's answer is awaited, until the provider's deadline */
  asks: boolean
  /** as staff read it, in a sentence about the payment */
  words: string
}

/**
 * Every status of a dispute, in the provider's words (the SDK's type `Dispute.Status`). `prevented`: the card network
 * returned the money before it became a dispute.
 */
const meanings = {
  warning_needs_response: { stage: 'inquiry', asks: true, words: 'The bank is asking about this payment' },
  warning_under_review: { stage: 'inquiry', asks: false, words: 'The bank is reading our answer' },
  warning_closed: { stage: 'won', asks: false, words: 'The bank’s question is settled' },
  needs_response: { stage: 'open', asks: true, words: 'The buyer is disputing this payment' },
  under_review: { stage: 'open', asks: false, words: 'The bank is reviewing the dispute' },
  appeal_needs_response: { stage: 'open', asks: true, words: 'The dispute is in appeal' },
  appeal_under_review: { stage: 'open', asks: false, words: 'The bank is reviewing the appeal' },
  won: { stage: 'won', asks: false, words: 'The dispute was won' },
  lost: { stage: 'lost', asks: false, words: 'The dispute was lost' },
  prevented: { stage: 'lost', asks: false, words: 'The card network returned the money' },
} as const satisfies Record<string, Meaning>

export type DisputeStatus = keyof typeof meanings
export const disputeStatuses = Object.keys(meanings) as DisputeStatus[]

export const stageOf = (status: DisputeStatus): DisputeStage => meanings[status].stage

/** Whether the bank waits for the shop's answer. */
export const asksShop = (status: DisputeStatus): boolean => meanings[status].asks

/** "The dispute is in appeal" */
export const disputeWords = (status: DisputeStatus): string => meanings[status].words

export const askingStatuses = disputeStatuses.filter(asksShop)
/** Those of a dispute that isn't decided. */
export const undecidedStatuses = disputeStatuses.filter((status) =>
  ['inquiry', 'open'].includes(stageOf(status)),
)

/** Whether the bank has the money. */
export const isMoneyAway = (stage: DisputeStage): boolean => stage === 'open' || stage === 'lost'

/** The plainest status of a stage, for a provider that only knows stages, and for disputes from before statuses were kept. */
export const plainStatus: Record<DisputeStage, DisputeStatus> = {
  inquiry: 'warning_needs_response',
  open: 'needs_response',
  won: 'won',
  lost: 'lost',
}
