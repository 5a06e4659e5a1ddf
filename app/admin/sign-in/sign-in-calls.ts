import { signInCalls } from '../../../domain/admin/auth-calls.ts'
import type { ReplyOf } from '../../../domain/call.ts'
import { sendCall } from '../../browser/send-call.ts'
import { answerWithPasskey } from '../use-passkey.ts'

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

/** By a passkey alone, which is both steps. @throws ApiError */
export async function signInByPasskey(): Promise<SignInAnswer> {
  const { startPasskeySignIn: start, signInByPasskey: finish } = signInCalls
  const { options } = (await sendCall(start, {})) as ReplyOf<typeof start>
  return (await sendCall(finish, { answer: await answerWithPasskey(options) })) as SignInAnswer
}
