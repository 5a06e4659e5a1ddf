import type { Context, Hono } from 'hono'
import { loginBody, secondStepBody } from '../../domain/admin/auth-calls.ts'
import type { Device } from '../shop/caller.ts'
import { parseInput, readJson } from '../shop/parse-input.ts'
import type { Shop } from '../shop/shop.ts'
import { finishSignIn } from '../staff/finish-sign-in.ts'
import type { OpenedSession } from '../staff/open-session.ts'
import { signIn } from '../staff/sign-in.ts'
import { me } from '../staff/staff-account.ts'
import { callerOf } from './api.ts'
import { limitTo } from './call-input.ts'
import { isOnThisMachine, readSessionCookie, requireOwnOrigin, sessionCookies } from './require-own-origin.ts'

/** Bytes of one body. */
const maxSize = 16 * 1024

/** The calls that need no session, because they make one (spec §7 POST /api/auth/login). */
export function mountAuthApi(app: Hono, shop: Shop) {
  app.post('/api/auth/login', limitTo(maxSize), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const signedIn = await signIn(
      shop,
      parseInput(loginBody, await readJson(context)),
      deviceOf(shop, context),
    )
    if (signedIn.kind === 'in') return welcome(shop, context, signedIn.session)
    if (signedIn.kind === 'second-step')
      return context.json({ needsSecondStep: true, challenge: signedIn.challenge })
    // Spec §6: no session, and the panel says so.
    return context.json({ user: { ...signedIn.user, isAdmin: false, role: 'customer' } })
  })
  app.post('/api/auth/second-step', limitTo(maxSize), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const input = parseInput(secondStepBody, await readJson(context))
    return welcome(shop, context, await finishSignIn(shop, input, deviceOf(shop, context)))
  })
}

async function welcome(shop: Shop, context: Context, { token, expiresAt, staff }: OpenedSession) {
  const isHere = isOnThisMachine(shop.config.publicUrl, context.req.url)
  for (const cookie of sessionCookies('session', token, expiresAt, isHere))
    context.header('set-cookie', cookie, { append: true })
  return context.json(await me(shop, {}, staff))
}

function deviceOf(shop: Shop, context: Context): Device {
  return {
    ...callerOf(shop, context),
    userAgent: (context.req.header('user-agent') ?? '').slice(0, 300),
    sessionToken: readSessionCookie(
      'session',
      context.req.header('cookie'),
      isOnThisMachine(shop.config.publicUrl, context.req.url),
    ),
  }
}
