import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Answer } from './create-test-shop.ts'

/** The header that answers a refusal asking for a proof of work, as a program would make it. */
export async function proofFor(refusal: Answer): Promise<Record<string, string>> {
  const challenge = JSON.parse(refusal.body.details.challenge) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return { 'x-proof-of-work': Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') }
}
