import type { Contract, ParsedInput, ReplyOf, SentInput } from '../contract.ts'
import { delayContracts } from './delay-contracts.ts'
import { exchangeContracts } from './exchange-contracts.ts'
import { giftContracts } from './gift-contracts.ts'
import { handoverContracts } from './handover-contracts.ts'
import { membershipContracts } from './membership-contracts.ts'
import { reviewContracts } from './review-contracts.ts'
import { creditContracts, letterContracts, privacyContracts, sessionContracts } from './session-contracts.ts'

/** Every call of the member's page and of the gift page. All are our own: spec §7 has none. */
export const accountContracts = {
  ...sessionContracts,
  ...membershipContracts,
  ...exchangeContracts,
  ...delayContracts,
  ...creditContracts,
  ...privacyContracts,
  ...letterContracts,
  ...giftContracts,
  ...reviewContracts,
  ...handoverContracts,
}

type Contracts = typeof accountContracts

export type AccountContractName = keyof Contracts
export type AccountInput<Name extends AccountContractName> = Contracts[Name] extends Contract
  ? ParsedInput<Contracts[Name]>
  : never
export type AccountSent<Name extends AccountContractName> = Contracts[Name] extends Contract
  ? SentInput<Contracts[Name]>
  : never
export type AccountReply<Name extends AccountContractName> = Contracts[Name] extends Contract
  ? ReplyOf<Contracts[Name]>
  : never
