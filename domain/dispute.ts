/**
 * A dispute as the bank reports it. 'inquiry': the bank only asks, and the money stays. The bank decides the order of
 * states.
 */
export const disputeStates = ['inquiry', 'open', 'won', 'lost'] as const
export type DisputeStage = (typeof disputeStates)[number]
