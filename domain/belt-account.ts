import {
  comesBack,
  type ExchangeKind,
  type ExchangeRemedy,
  type ExchangeState,
  undoneExchanges,
} from './exchange.ts'

/** What was asked and given for one belt of a chain: the belt that was paid for, or one that replaced it. */
export type ChainLink = {
  kind: ExchangeKind
  remedy: ExchangeRemedy
  state: ExchangeState
  /** the belt itself came back to the shop */
  isBack: boolean
  /** the carrier says that it never reached them */
  isLostByCarrier: boolean
  /** it is the first of its chain that broke, and a picture shows it or a person decided so (docs/decisions/143) */
  isShownBroken: boolean
  /** what the belt is still worth to them, as staff judged it; null: nobody did */
  judgedCents: number | null
  /** the money and credit given through this exchange, in integer cents before tax */
  givenCents: number
}

/** What became of a belt's price, in integer cents before tax. */
export type BeltAccount = {
  paidCents: number
  /** belts they kept though another one was sent for them */
  keptCents: number
  givenCents: number
  /** what may still be given back: never below 0 */
  leftCents: number
}

/**
 * What was paid for a belt, what its person kept of it and got back, and what is left to give. A belt that another one was
 * promised for and that didn't come back is kept, whether it broke or, by its member's word alone, never came. It counts with
 * its full price until staff judge it; the first one that is shown to be broken is worth nothing (decision 143). However many belts one price turned into, and in whatever order, no more than that
 * price is given.
 * @param links of its chain; one that is settled in money isn't kept, but counts as what is given
 */
export function beltAccount(paidCents: number, links: ChainLink[]): BeltAccount {
  const givenCents = links.reduce((sum, link) => sum + link.givenCents, 0)
  const kept = links.reduce((sum, link) => sum + keptOf(paidCents, link), 0)
  const keptCents = Math.min(kept, Math.max(0, paidCents - givenCents))
  return { paidCents, keptCents, givenCents, leftCents: Math.max(0, paidCents - givenCents - keptCents) }
}

/** What a belt counts that its person kept, in integer cents. */
export function keptOf(paidCents: number, link: ChainLink): number {
  if (!isKept(link)) return 0
  return Math.min(paidCents, link.judgedCents ?? (link.isShownBroken ? 0 : paidCents))
}

/** Whether another belt was promised for one that stays with its person. */
export function isKept({ kind, remedy, state, isBack, isLostByCarrier }: ChainLink): boolean {
  if (remedy !== 'replacement' || comesBack({ kind, remedy })) return false
  return state !== 'claimed' && !undoneExchanges.includes(state) && !isBack && !isLostByCarrier
}
