import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { loginBody } from '../../domain/admin/auth-calls.ts'
import { callerOf } from '../api.ts'
import { parseInput, readJson } from '../parse-input.ts'
import type { Shop } from '../shop.ts'
import { me } from './me.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { sessionCookie } from './session-cookie.ts'
import { signIn } from './sign-in.ts'

/** The calls that need no session, because they make one (spec §7 POST /api/auth/login). */
export function mountAuthApi(app: Hono, shop: Shop) {
  app.post('/api/auth/login', bodyLimit({ maxSize: 16 * 1024 }), async (context) => {
    requireOwnOrigin(context.req.raw)
    const caller = callerOf(shop, context)
    const signedIn = await signIn(shop, parseInput(loginBody, await readJson(context)), caller)
    context.header('set-cookie', sessionCookie(signedIn.token, signedIn.expiresAt))
    return context.json(await me(shop, {}, signedIn.staff))
  })
}
