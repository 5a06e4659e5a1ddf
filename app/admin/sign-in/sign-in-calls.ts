import { ApiError } from '../../browser/call-api.ts'

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
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new ApiError(0, '', cause instanceof Error ? cause.message : 'no answer')
  })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  return JSON.parse(text)
}
