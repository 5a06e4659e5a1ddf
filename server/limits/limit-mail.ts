import { mailboxOf } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import { type Caller, networkOf } from '../shop/caller.ts'

import type { Shop } from '../shop/shop.ts'
import { countCaller, countHit, hitsOf } from './count-hits.ts'
import { requireProof } from './proof-of-work.ts'

/**
 * Mails within an hour that a caller may cause, to whomever: without a proof of work, from one address, and from its
 * widest network. A house or an office behind one address signs up thirty people in an hour.
 */
const [free, ofCaller] = [15, [30, 60] as [number, number]]
/** To one mailbox, however its address is written, and of the whole shop. */
const [ofMailbox, ofShop] = [3, 1_000]

/**
 * Counts a mail to an address that anybody may have typed in.
 * @returns whether it may be sent: not to a mailbox that got some already, which nobody is told
 * @throws ShopError 'proof_needed', or 'too_many_requests' for a caller who causes many, or while the whole shop does
 */
export async function limitMail(shop: Shop, caller: Caller, email: string): Promise<boolean> {
  const isOften = (await hitsOf(shop, 'mail', networkOf(caller.address))) >= free
  await requireProof(shop, caller, 'mails', isOften)
  const { isAllowed } = await countCaller(shop, 'mail', caller.address, ofCaller)
  if (!isAllowed) throw tooMany('Too many mails were asked for from here. Try again in an hour.')
  if ((await countHit(shop, 'mailbox', mailboxOf(email))) > ofMailbox) return false
  if ((await countHit(shop, 'mail', 'the whole shop')) <= ofShop) return true
  throw tooMany('We get more sign-ups than we can answer just now. Try again in an hour.')
}

function tooMany(sentence: string): ShopError {
  return new ShopError('too_many_requests', sentence, { details: { retryAfterSeconds: '3600' } })
}
