import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Placeholder } from 'drizzle-orm'
import { ShopError } from '../../domain/errors.ts'
import { shopSecret } from '../settings/shop-secret.ts'
import type { Caller } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'
import { countHit, hitsIn, hitsOf } from './count-hits.ts'

/** The guarded calls: those that send a mail to an address they name, start a payment or try a code, or try a password. */
export type Guarded = 'mails' | 'checkouts' | 'signIns'

/**
 * From how many within an hour on the whole shop counts as attacked, whoever does it: wishes for mails, refused cards
 * and codes, wrong passwords. A shop that is only busy asks for the proof, too: browsers give it by themselves.
 */
const attackFrom: Record<Guarded, number> = { mails: 200, checkouts: 200, signIns: 200 }

/**
 * A quarter of a second for a computer, a second for a slow phone: 256 tries on average, each 5,000 rounds. To check one
 * costs a few milliseconds, to ask for one next to nothing.
 */
const workOf = ({ proofRounds = 5_000 }: Shop) => ({
  algorithm: 'PBKDF2/SHA-256',
  cost: proofRounds,
  keyPrefix: '00',
})
/** Milliseconds for which a challenge may be solved. */
const solveWithin = 20 * 60_000
/** Longest proof, in characters. */
const longest = 4_000
/** Calls that have proved their work already: what guards two things of one call asks for one proof. */
const proven = new WeakMap<Caller, Guarded>()

/**
 * Asks for a proof of work where the shop is attacked, or where this caller already did much. The challenge comes with
 * the refusal, so nobody needs a call more than before; each proof serves once, and for the kind that asked.
 * @param isWanted whatever the whole shop is like, of this caller
 * @param trouble what `attackSignsIn` said a moment ago, where it was asked with something else
 * @throws ShopError 'proof_needed' with the challenge as JSON in `details`
 */
export async function requireProof(
  shop: Shop,
  caller: Caller,
  what: Guarded,
  isWanted: boolean,
  trouble?: number,
) {
  if (what === 'mails') await countHit(shop, 'guarded', what)
  const isAsked =
    isWanted || (trouble === undefined ? await isAttacked(shop, what) : trouble > attackFrom[what])
  if (!isAsked) return
  if (proven.get(caller) === what) return
  if (caller.proof && (await isProof(shop, caller.proof, what))) return void proven.set(caller, what)
  const challenge = await createChallenge({
    ...workOf(shop),
    deriveKey,
    data: { for: what, at: shop.now().getTime() },
    hmacSignatureSecret: await secret(shop),
  })
  throw new ShopError(
    'proof_needed',
    'The shop gets very many requests just now, so it asks for a little work first. Browsers do it by themselves: turn JavaScript on and try again. A program solves details.challenge (ALTCHA, proof of work v2) and repeats the call with {challenge, solution} as base64 of JSON in the header X-Proof-Of-Work.',
    { details: { challenge: JSON.stringify(challenge), retryAfterSeconds: '3600' } },
  )
}

/** Notes a wrong password, a refused card or a refused code: very many of them are an attack on the whole shop. */
export async function countAttackSign(shop: Parameters<typeof countHit>[0], what: 'checkouts' | 'signIns') {
  await countHit(shop, 'guarded', what)
}

/** What was noted of the kind within the hour, as one value of a larger statement. */
export const attackSignsIn = (what: Guarded, slot: Placeholder) => hitsIn('guarded', what, slot)

/** Whether proofs are asked for from everybody. */
export async function isAttacked(shop: Shop, what: Guarded): Promise<boolean> {
  return (await hitsOf(shop, 'guarded', what)) > attackFrom[what]
}

type Sent = Pick<Parameters<typeof verifySolution>[0], 'challenge' | 'solution'>

async function isProof(shop: Shop, sent: string, what: Guarded): Promise<boolean> {
  if (sent.length > longest) return false
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(sent, 'base64').toString()) as Sent
    const { data, cost, keyPrefix, algorithm } = challenge.parameters
    const work = workOf(shop)
    const age = shop.now().getTime() - Number(data?.at)
    // What is asked for may change with a release: a proof is of what is asked for now.
    const isOurs = algorithm === work.algorithm && cost === work.cost && keyPrefix === work.keyPrefix
    if (!isOurs || data?.for !== what || !(Math.abs(age) < solveWithin)) return false
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: await secret(shop),
    })
    return verified && (await countHit(shop, 'proof', challenge.signature!)) === 1
  } catch {
    // Malformed: not a proof we issued.
    return false
  }
}

async function secret(shop: Shop): Promise<string> {
  return (await shopSecret(shop, 'proof of work')).toString('base64url')
}
