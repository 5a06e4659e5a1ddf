import type { SentBelt } from '../../../domain/account/exchange-calls.ts'
import type { ExchangeKind, ExchangeRemedy } from '../../../domain/exchange.ts'

/** One thing that may be asked for a belt. */
export type Way = {
  kind: ExchangeKind
  remedy: ExchangeRemedy
  words: string
  detail: string
  /** on the button */
  act: string
}

const exchangeWays: Way[] = [
  {
    kind: 'size',
    remedy: 'replacement',
    words: 'Another size',
    detail: 'Free. Put aside at once, and shipped when this one is back.',
    act: 'Ask for the exchange',
  },
  {
    kind: 'style',
    remedy: 'replacement',
    words: 'Another belt of this drop',
    detail: 'Free. Put aside at once, and shipped when this one is back.',
    act: 'Ask for the exchange',
  },
  {
    kind: 'damaged',
    remedy: 'replacement',
    words: 'It is damaged',
    detail: 'A new one ships at once. You need not send anything back.',
    act: 'Ask for a new one',
  },
]

const returnWays: Record<'refund' | 'credit', Way> = {
  refund: {
    kind: 'return',
    remedy: 'refund',
    words: 'Return it for a refund',
    detail: 'The full price goes back to the card that paid, once the belt is here.',
    act: 'Ask for the return',
  },
  credit: {
    kind: 'return',
    remedy: 'credit',
    words: 'Return it for store credit',
    detail: 'Yours once the belt is here. It does not expire.',
    act: 'Ask for the return',
  },
}

/** What whoever is signed in may ask for this belt. */
export function waysOf(belt: Pick<SentBelt, 'mayExchange' | 'returns'>): Way[] {
  return [...(belt.mayExchange ? exchangeWays : []), ...belt.returns.map((remedy) => returnWays[remedy])]
}
