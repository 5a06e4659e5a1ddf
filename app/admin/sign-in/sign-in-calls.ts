import { signInCalls } from '../../../domain/admin/auth-calls.ts'
import type { ReplyOf } from '../../../domain/call.ts'
import { sendCall } from '../../browser/send-call.ts'

/** What login answers (spec §7): the user, or the question for the second step. */
export type SignInAnswer = ReplyOf<typeof signInCalls.signIn>

/** @throws ApiError */
export async function login(username: string, password: string): Promise<SignInAnswer> {
  return (await sendCall(signInCalls.signIn, { username, password })) as SignInAnswer
}

/** @throws ApiError */
export async function takeSecondStep(challenge: string, code: string): Promise<SignInAnswer> {
  return (await sendCall(signInCalls.takeSecondStep, { challenge, code })) as SignInAnswer
}
