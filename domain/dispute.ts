/** A dispute as the bank has it: 'inquiry': it only asks, and the money stays. What follows what is the bank's to say. */
export const disputeStates = ['inquiry', 'open', 'won', 'lost'] as const
export type DisputeStage = (typeof disputeStates)[number]
