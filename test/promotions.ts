import type { NewPromotion } from '../server/promotions/promotions.ts'

/** A code for every plan, without an end. Add what it takes off, and override what the test is about. */
export const anyCode: NewPromotion = {
  code: 'SPRING',
  percentOff: null,
  amountOffCents: null,
  duration: 'once',
  plans: null,
  expiresOn: null,
  mostUses: null,
}
