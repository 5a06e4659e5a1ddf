import { send } from '../../browser/call-api.ts'

/** What login answers (spec §7): the user, or the question for the second step. */
export type SignInAnswer = { user: { isAdmin: boolean } } | { needsSecondStep: true; challenge: string }

/** @throws ApiError */
export function login(username: string, password: string): Promise<SignInAnswer> {
  return post('/api/auth/login', { username, password })
}

/** @throws ApiError */
export function takeSecondStep(challenge: string, code: string): Promise<SignInAnswer> {
  return post('/api/auth/second-step', { challenge, code })
}

async function post(path: string, body: object): Promise<SignInAnswer> {
  const headers = { 'content-type': 'application/json' }
  return JSON.parse(await send(path, { method: 'POST', headers, body: JSON.stringify(body) }))
}
