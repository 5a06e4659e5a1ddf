/**
 * Signs in to a running shop.
 * @returns the session's cookie, as in a Cookie header
 * @throws Error if the shop refuses
 */
export async function signInOverHttp(address: string, username: string, password: string): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ username, password }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!cookie) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
  return cookie
}
