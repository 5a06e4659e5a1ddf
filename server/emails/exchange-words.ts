import type { ExchangeView } from './exchange-view.ts'

/** Why somebody reads a mail about an exchange. */
export function exchangeReason({ isGift }: Pick<ExchangeView, 'isGift'>): string {
  return isGift
    ? 'You get this mail because a belt that somebody gave you goes back or is replaced.'
    : 'You get this mail because a belt of your membership goes back or is replaced.'
}
