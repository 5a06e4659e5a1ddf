import type { ExchangeOfBelt, SentBelt } from '../../../domain/account/exchange-contracts.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { fitLabel, tasteLabel } from '../../../domain/feedback.ts'
import { lostAfterDays, type ParcelTrouble } from '../../../domain/parcel.ts'

/** "Derby Row", or "the December 2026 belt" while nobody has recorded which it is. */
export function beltName({ belt, drop }: Pick<SentBelt, 'belt' | 'drop'>): string {
  return belt?.name ?? `the ${dropTitle(drop)} belt`
}

/** "just right, love it"; empty while nothing was said. */
export function saidLabel({ fit, taste }: Pick<SentBelt, 'fit' | 'taste'>): string {
  const words = [...(fit ? [fitLabel[fit]] : []), ...(taste ? [tasteLabel[taste]] : [])]
  return words.join(', ').toLowerCase()
}

/** What's wrong with a belt's package, in a sentence. */
export const troubleSentence: Record<ParcelTrouble, string> = {
  problem: 'The carrier says there’s a problem with this package. It often clears up in a few days.',
  returned: 'The carrier couldn’t deliver this package and is bringing it back to us.',
  lost: `No one’s scanned this package in ${lostAfterDays} days. It looks lost.`,
  missing: 'You told us this one never came.',
}

/** How an exchange stands, in a sentence. */
export function exchangeSentence(exchange: ExchangeOfBelt): string {
  const { state, kind, remedy, wanted, sendBy } = exchange
  switch (state) {
    case 'requested':
      if (kind === 'lost')
        return {
          replacement: `It never came, so we’re sending you ${wanted} right away.`,
          refund: 'It never came, so we’re refunding you. Allow 5-7 business days.',
          credit: 'It never came. Your store credit’s on its way.',
        }[remedy]
      if (kind === 'damaged')
        return remedy === 'replacement'
          ? `${wanted} is put aside and ships at once. Keep the damaged one, or throw it away.`
          : 'We make it good at once. Keep the damaged one, or throw it away.'
      return remedy === 'replacement'
        ? `${wanted} is set aside for you. Send this one back by ${formatDay(sendBy)}.`
        : `Send it back by ${formatDay(sendBy)}.`
    case 'received':
      return {
        replacement: `It is back with us. ${wanted} ships to you now.`,
        refund: 'It is back with us. The money is on its way within 5-7 business days.',
        credit: 'It is back with us. Your store credit follows.',
      }[remedy]
    case 'shipped':
      return `${wanted} is on its way to you.`
    case 'refunded':
      if (kind === 'lost') return 'It never came, so we refunded the card that paid.'
      return 'Returned, and the money went back to the card that paid.'
    case 'credited':
      return 'Returned for store credit.'
    default:
      return {
        replacement: `Exchanged for ${wanted}.`,
        refund: 'Returned.',
        credit: 'Returned for store credit.',
      }[remedy]
  }
}
