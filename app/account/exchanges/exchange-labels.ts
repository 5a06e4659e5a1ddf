import type { ExchangeOfBelt, SentBelt } from '../../../domain/account/exchange-contracts.ts'
import { type CalendarDate, formatDay } from '../../../domain/calendar-date.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { type ExchangeRemedy, openExchanges } from '../../../domain/exchange.ts'
import { fitLabel, tasteLabel } from '../../../domain/feedback.ts'
import type { ParcelTrouble } from '../../../domain/parcel.ts'
import { orderAnswer, refundTime } from '../../../domain/term-words.ts'
import { terms } from '../../../domain/terms.ts'

/** "Derby Row", or "the December 2026 belt" if it isn't recorded which one. */
export function beltName({ belt, drop }: Pick<SentBelt, 'belt' | 'drop'>): string {
  return belt?.name ?? `the ${dropTitle(drop)} belt`
}

/** "just right, love it"; empty without feedback. */
export function saidLabel({ fit, taste }: Pick<SentBelt, 'fit' | 'taste'>): string {
  const words = [...(fit ? [fitLabel[fit]] : []), ...(taste ? [tasteLabel[taste]] : [])]
  return words.join(', ').toLowerCase()
}

/** What's wrong with a belt's package, in a sentence. */
export const troubleSentence: Record<ParcelTrouble, string> = {
  problem: 'The carrier says there’s a problem with this package. It often clears up in a few days.',
  returned: 'The carrier couldn’t deliver this package and is bringing it back to us.',
  lost: `No one’s scanned this package in ${terms.lostAfterDays} days. It looks lost.`,
  missing: 'You told us this one never came.',
}

/** What someone else asked for, the wearer of a gift or its giver, before and after it's done. */
const asked: Record<ExchangeRemedy, [now: string, done: string]> = {
  replacement: ['They’re getting another belt instead.', 'They got another belt instead.'],
  repair: ['We’re repairing it for them.', 'We’ve repaired it for them.'],
  credit: ['They’re getting store credit for it.', 'They got store credit for it.'],
  refund: [
    'The person who gave you this belt asked for a refund.',
    'The person who gave you this belt got a refund.',
  ],
}

/** An exchange for a reader who doesn't decide about it. */
function othersSentence({ state, kind, remedy, sendBy }: ExchangeOfBelt, today: CalendarDate): string {
  if (state === 'claimed')
    return `We’ve heard that it ${kind === 'lost' ? 'never came' : 'broke'}. We’ll look at it and answer within ${orderAnswer}.`
  const [now, done] = asked[remedy]
  if (!openExchanges.includes(state)) return done
  const isAwaited = remedy === 'refund' && kind === 'return' && state === 'requested'
  return isAwaited ? `${now} We need it back by ${formatDay(sendBy, today)}.` : now
}

/** The state of an exchange in a sentence. */
export function exchangeSentence(exchange: ExchangeOfBelt, today: CalendarDate): string {
  const { state, kind, remedy, wanted, sendBy, answerBy, isOwn } = exchange
  if (exchange.waitsForBank) {
    const gets = remedy === 'refund' ? 'we’ll refund you' : 'we’ll give them store credit'
    return answerBy
      ? 'It broke, it’s covered, and we don’t have another. Your bank is looking into this payment, so what you choose waits until it has decided.'
      : `Your bank is looking into this payment. If the bank leaves the money with us, ${gets}.`
  }
  if (!isOwn && state !== 'offered') return othersSentence(exchange, today)
  switch (state) {
    case 'claimed':
      return `You told us it ${kind === 'lost' ? 'never came' : 'broke'}. We’ll look at it and answer within ${orderAnswer}.`
    case 'offered':
      return answerBy
        ? `It ${kind === 'lost' ? 'never came' : 'broke, it’s covered'}, and we don’t have another. If you say nothing by ${formatDay(answerBy, today)}, the money goes back to your card.`
        : 'It’s covered. We’ll settle it with the person who gave you the belt.'
    case 'repaired':
      return 'It’s repaired, and ships back to you next.'
    case 'requested':
      if (remedy === 'repair') return `We’ll repair it. Ship it to us by ${formatDay(sendBy, today)}.`
      if (kind === 'lost')
        return {
          repair: '',
          replacement: `It never came, so we’re sending you ${wanted} right away.`,
          refund: `It never came, so we’re refunding you. Allow ${refundTime}.`,
          credit: 'It never came. Your store credit’s on its way.',
        }[remedy]
      if (kind === 'damaged')
        return remedy === 'replacement'
          ? `${wanted} is set aside and ships right away. Keep the broken one, or throw it away.`
          : 'We’re making it right. Keep the broken one, or throw it away.'
      return remedy === 'replacement'
        ? `${wanted} is set aside for you. Send this one back by ${formatDay(sendBy, today)}.`
        : `Send it back by ${formatDay(sendBy, today)}.`
    case 'received':
      return {
        repair: 'It’s here, and we’re repairing it.',
        replacement: `It’s back with us. ${wanted} ships to you now.`,
        refund: `It’s back with us. Your money is on its way, within ${refundTime}.`,
        credit: 'It’s back with us. Your store credit is next.',
      }[remedy]
    case 'shipped':
      return remedy === 'repair'
        ? 'It’s repaired, and on its way back to you.'
        : `${wanted} is on its way to you.`
    case 'refunded':
      if (kind === 'lost') return 'It never came, so we refunded it.'
      if (kind === 'damaged') return 'It broke, so we refunded it.'
      return 'Returned, and the money went back the way it was paid.'
    case 'credited':
      return kind === 'damaged' ? 'It broke, so there’s store credit for it.' : 'Returned for store credit.'
    default:
      if (kind === 'damaged' && remedy !== 'replacement') return 'It broke, and we made it right.'
      return {
        repair: '',
        replacement: `Exchanged for ${wanted}.`,
        refund: 'Returned.',
        credit: 'Returned for store credit.',
      }[remedy]
  }
}
