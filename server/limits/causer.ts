import { createHash } from 'node:crypto'
import type { StoredCauser } from '../../db/schema/columns.ts'
import { mailboxOf } from '../../domain/email.ts'
import { networksOf } from '../shop/caller.ts'

declare const named: unique symbol
/**
 * Who a limit is held against: whoever causes the cost, as far as the shop can tell, never what an attacker may write. Only
 * `causedBy` makes one, so a limit on anything else doesn't compile (docs/decisions/123).
 */
export type Causer = string & { readonly [named]: true }

const known = (who: string) => who as Causer

export const causedBy = {
  /** a network address: for IPv6 its /64 */
  network: (address: string) => known(networksOf(address)[0]),
  /** the same and its wider networks, narrowest first */
  networks: (address: string) => networksOf(address).map(known) as [Causer, ...Causer[]],
  /** someone who holds a link that we sent */
  linkHolder: (token: string) => known(token),
  /** a person who is signed in, by the address they proved */
  member: (email: string) => known(email),
  /**
   * A staff account, by the name that is typed: many failures on it only make its callers work, and its own caller wait.
   * Strangers can't lock it.
   */
  account: (username: string) => known(username.trim().toLowerCase()),
  /** a proof of work, which counts once */
  proof: (signature: string) => known(signature),
  /** everyone at once who sends what is guarded: it only makes the shop ask for proofs of work */
  crowd: (guarded: 'mails' | 'checkouts' | 'signIns') => known(guarded),
  /** the whole shop: only for what nobody needs within the hour, such as sign-ups for the letter */
  everyone: known('the whole shop'),
  /**
   * A mailbox, however its address is written: only to protect it from too many emails of one kind, and only by emails that
   * left. Anyone can type it, so it never holds back what its owner needs.
   */
  reader: (email: string) => known(mailboxOf(email)),
} as const

/** A causer as it is stored: equality is enough, and nobody needs a list of callers. */
export const storedCauser = (who: Causer) => digest(who)

/** The same for what one of them did. */
export const storedBudget = (what: Budget, who: Causer) => digest(`${what} ${who}`)

const digest = (words: string) =>
  createHash('sha256').update(words).digest('hex').slice(0, 32) as StoredCauser

/** What is counted, one allowance each. */
export type Budget =
  | 'mail'
  | 'mailbox sign-up'
  | 'mailbox contact'
  | 'lawful'
  | 'guarded'
  | 'proof'
  | 'contact'
  | 'member-link'
  | 'handover'
  | 'gift'
  | 'gift link'
  | 'review'
  | 'review link'
  | 'address-check'
  | 'passkey'
  | 'wrong password'
  | 'code'
  | 'refused code'
  | 'refusals'
