import type { Context, Hono } from 'hono'
import { signInContracts } from '../../domain/admin/auth-contracts.ts'
import type { Device } from '../shop/caller.ts'
import { parseInput, readJson } from '../shop/parse-input.ts'
import type { Shop } from '../shop/shop.ts'
import type { OpenedSession } from '../staff/session.ts'
import { sessionLimits } from '../staff/session-token.ts'
import { finishSignIn, signIn, signInByPasskey, startPasskeySignIn } from '../staff/sign-in.ts'
import { me } from '../staff/staff-account.ts'
import { callerOf } from './api.ts'
import { limitTo, sendReply } from './call-input.ts'
import {
  type CookieName,
  isOnThisMachine,
  readSessionCookie,
  requireOwnOrigin,
  sessionCookies,
} from './require-own-origin.ts'

/** Bytes per body. */
const maxSize = 16 * 1024

/** The calls that need no session, because they create one (spec §7 POST /api/auth/login). */
export function mountAuthApi(app: Hono, shop: Shop) {
  app.post('/api/auth/login', limitTo(maxSize), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const signedIn = await signIn(
      shop,
      parseInput(signInContracts.signIn.body, await readJson(context)),
      deviceOf(shop, context),
    )
    return sendReply(
      shop,
      context,
      signInContracts.signIn,
      signedIn.kind === 'in'
        ? await welcome(shop, context, signedIn.session)
        : signedIn.kind === 'second-step'
          ? { needsSecondStep: true, challenge: signedIn.challenge }
          : { user: { ...signedIn.user, isAdmin: false, role: 'customer' } },
    )
  })
  app.post('/api/auth/second-step', limitTo(maxSize), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const call = signInContracts.takeSecondStep
    const input = parseInput(call.body, await readJson(context))
    const session = await finishSignIn(shop, input, deviceOf(shop, context))
    return sendReply(shop, context, call, await welcome(shop, context, session))
  })
  app.post('/api/auth/passkey/start', limitTo(maxSize), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const options = await startPasskeySignIn(shop, deviceOf(shop, context))
    return sendReply(shop, context, signInContracts.startPasskeySignIn, options)
  })
  app.post('/api/auth/passkey', limitTo(maxSize), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const call = signInContracts.signInByPasskey
    const { answer } = parseInput(call.body, await readJson(context))
    const session = await signInByPasskey(shop, answer, deviceOf(shop, context))
    return sendReply(shop, context, call, await welcome(shop, context, session))
  })
}

async function welcome(shop: Shop, context: Context, opened: OpenedSession) {
  const { token, expiresAt, staff, deviceToken } = opened
  const isHere = isOnThisMachine(shop.config.publicUrl, context.req.raw)
  const knownUntil = new Date(shop.now().getTime() + sessionLimits.deviceKnown)
  for (const cookie of [
    ...sessionCookies('session', token, expiresAt, isHere),
    ...sessionCookies('device', deviceToken, knownUntil, isHere),
  ])
    context.header('set-cookie', cookie, { append: true })
  return me(shop, {}, staff)
}

function deviceOf(shop: Shop, context: Context): Device {
  const cookieOf = (name: CookieName) =>
    readSessionCookie(
      name,
      context.req.header('cookie'),
      isOnThisMachine(shop.config.publicUrl, context.req.raw),
    )
  return {
    ...callerOf(shop, context),
    userAgent: (context.req.header('user-agent') ?? '').slice(0, 300),
    sessionToken: cookieOf('session'),
    deviceToken: cookieOf('device'),
  }
}
