import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Placeholder } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { ShopError } from '../../domain/errors.ts'
import { shopSecret } from '../settings/settings.ts'
import type { Caller } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'
import { causedBy } from './causer.ts'
import { addHits, countHit, hitsIn, hitsOf, limitCaller, tooMany } from './count-hits.ts'

/** The guarded calls: emailing an address from the request, starting a payment or trying a code, trying a password. */
export type Guarded = 'mails' | 'checkouts' | 'signIns'

/**
 * Events per hour in the whole shop above which it counts as under attack: requests for emails, declined cards and refused
 * codes, wrong passwords. A shop that is merely busy asks for proofs too; browsers compute them automatically.
 */
const attackFrom: Record<Guarded, number> = { mails: 200, checkouts: 200, signIns: 200 }

/**
 * A quarter second on a computer, a second on a slow phone: 256 attempts on average, with 5,000 rounds each. Checking a
 * proof takes a few milliseconds, and issuing a challenge almost nothing.
 */
const workOf = ({ proofRounds = 5_000 }: Shop) => ({
  algorithm: 'PBKDF2/SHA-256',
  cost: proofRounds,
  keyPrefix: '00',
})
/** Milliseconds to solve a challenge. */
const solveWithin = 20 * 60_000
/** Longest proof, in characters. */
const longest = 4_000
/** Calls that have already proved their work, so that two guards in one call need only one proof. */
const proven = new WeakMap<Caller, Guarded>()

/**
 * Asks for a proof of work if the shop is under attack, or if this caller has already done a lot. The challenge comes with
 * the refusal, so no extra call is needed; each proof works once, and only for the kind it was issued for.
 * @param isWanted whether this caller needs a proof regardless of the shop's state
 * @param trouble the count from `attackSignsIn`, if it was just read
 * @throws ShopError 'proof_needed' with the challenge as JSON in `details`
 */
export async function requireProof(
  shop: Shop,
  caller: Caller,
  what: Guarded,
  isWanted: boolean,
  trouble?: number,
) {
  if (what === 'mails') await countHit(shop, 'guarded', causedBy.crowd(what))
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
    'We’re getting a lot of requests right now, so we ask for a little work first. Your browser does it for you: turn on JavaScript and try again. A program solves details.challenge (ALTCHA, proof of work v2) and repeats the call with {challenge, solution} as base64 of JSON in the header X-Proof-Of-Work.',
    { details: { challenge: JSON.stringify(challenge), retryAfterSeconds: '3600' } },
  )
}

/** Counts a wrong password, declined card or refused code: very many are an attack on the whole shop. */
export async function countAttackSign(shop: Parameters<typeof countHit>[0], what: 'checkouts' | 'signIns') {
  await countHit(shop, 'guarded', causedBy.crowd(what))
}

/** The count of such signs within the hour, as one value of a larger statement. */
export const attackSignsIn = (what: Guarded, slot: Placeholder) =>
  hitsIn('guarded', causedBy.crowd(what), slot)

/** Whether everyone must provide proofs. */
export async function isAttacked(shop: Shop, what: Guarded): Promise<boolean> {
  return (await hitsOf(shop, 'guarded', causedBy.crowd(what))) > attackFrom[what]
}

type Sent = Pick<Parameters<typeof verifySolution>[0], 'challenge' | 'solution'>

async function isProof(shop: Shop, sent: string, what: Guarded): Promise<boolean> {
  if (sent.length > longest) return false
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(sent, 'base64').toString()) as Sent
    const { data, cost, keyPrefix, algorithm } = challenge.parameters
    const work = workOf(shop)
    const age = shop.now().getTime() - Number(data?.at)
    // The required work may change with a release: a proof must match today's.
    const isOurs = algorithm === work.algorithm && cost === work.cost && keyPrefix === work.keyPrefix
    if (!isOurs || data?.for !== what || !(Math.abs(age) < solveWithin)) return false
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: await secret(shop),
    })
    return verified && (await countHit(shop, 'proof', causedBy.proof(challenge.signature!))) === 1
  } catch {
    // Malformed: not a proof we issued.
    return false
  }
}

async function secret(shop: Shop): Promise<string> {
  return (await shopSecret(shop, 'proof of work')).export().toString('base64url')
}

/**
 * Emails a caller may cause per hour, to anyone: without a proof of work, per address, and for its widest network. Enough
 * for a household or office behind one address to sign up thirty people.
 */
const [free, ofCaller] = [15, [30, 60] as [number, number]]
/** Emails per hour to one mailbox, however its address is written, through one kind of form; and from the whole shop. */
const [ofMailbox, ofShop] = [3, 1_000]

/** The forms that email an address anyone may type. Each has its own allowance, so that none uses up another's. */
export type MailForm = 'sign-up' | 'contact'

/**
 * Whether a form may email an address anyone may have typed. What is asked counts for whoever asks; what a mailbox gets is
 * counted by `countMail` once an email leaves.
 * @returns false if the mailbox already got enough through this form, which the caller isn't told
 * @throws ShopError 'proof_needed', or 'too_many_requests' if the caller, or the whole shop, causes too many
 */
export async function limitMail(shop: Shop, caller: Caller, email: string, form: MailForm): Promise<boolean> {
  const isOften = (await hitsOf(shop, 'mail', causedBy.network(caller.address))) >= free
  await requireProof(shop, caller, 'mails', isOften)
  const sentence = 'That’s a lot of emails from one place. Try again in an hour.'
  await limitCaller(shop, 'mail', caller.address, ofCaller, sentence)
  if ((await hitsOf(shop, `mailbox ${form}`, causedBy.reader(email))) >= ofMailbox) return false
  if ((await countHit(shop, 'mail', causedBy.everyone)) <= ofShop) return true
  throw tooMany('We’re getting more sign-ups than we can handle right now. Try again in an hour.')
}

/**
 * Counts an email that leaves for a mailbox, before the same transaction writes it.
 * @returns false if others that left meanwhile used up the allowance: then nothing is counted, and it mustn't leave
 */
export async function countMail(
  shop: Pick<Shop, 'now'> & { db: Shop['db'] | Transaction },
  email: string,
  form: MailForm,
): Promise<boolean> {
  const [budget, reader] = [`mailbox ${form}` as const, causedBy.reader(email)]
  if ((await countHit(shop, budget, reader)) <= ofMailbox) return true
  await addHits(shop, budget, reader, -1)
  return false
}

/** Requests per hour for what the law demands, from an address and from its widest network. */
const ofLaw: [number, number] = [60, 240]

/**
 * Limits how often a caller asks for what the law demands (one's data, or its deletion). Its allowance is its own: no other
 * form, no mailbox and no crowd uses it up.
 * @throws ShopError 'proof_needed' or 'too_many_requests' for a caller who asks often
 */
export async function limitLawful(shop: Shop, caller: Caller): Promise<void> {
  const sentence = 'That’s a lot of requests from one place. Try again in an hour, or write to us.'
  const own = await limitCaller(shop, 'lawful', caller.address, ofLaw, sentence)
  await requireProof(shop, caller, 'mails', own > free)
}
