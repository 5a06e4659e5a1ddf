import { mailboxOf } from '../../domain/email.ts'
import { type Caller, networkOf } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'
import { countHit, hitsOf, limitCaller, tooMany } from './count-hits.ts'
import { requireProof } from './proof-of-work.ts'

/**
 * Emails a caller may cause per hour, to anyone: without a proof of work, per address, and for its widest network. Enough
 * for a household or office behind one address to sign up thirty people.
 */
const [free, ofCaller] = [15, [30, 60] as [number, number]]
/** Emails per hour to one mailbox, however its address is written, and from the whole shop. */
const [ofMailbox, ofShop] = [3, 1_000]

/**
 * Counts an email to an address anyone may have typed.
 * @returns whether it may be sent: false if the mailbox already got enough, which the caller isn't told
 * @throws ShopError 'proof_needed', or 'too_many_requests' if the caller, or the whole shop, causes too many
 */
export async function limitMail(shop: Shop, caller: Caller, email: string): Promise<boolean> {
  const isOften = (await hitsOf(shop, 'mail', networkOf(caller.address))) >= free
  await requireProof(shop, caller, 'mails', isOften)
  const sentence = 'That’s a lot of emails from one place. Try again in an hour.'
  await limitCaller(shop, 'mail', caller.address, ofCaller, sentence)
  if ((await countHit(shop, 'mailbox', mailboxOf(email))) > ofMailbox) return false
  if ((await countHit(shop, 'mail', 'the whole shop')) <= ofShop) return true
  throw tooMany('We’re getting more sign-ups than we can handle right now. Try again in an hour.')
}
