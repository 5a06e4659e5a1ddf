import type { Context, Hono } from 'hono'
import { signInCalls } from '../../domain/admin/auth-calls.ts'
import { callerOf } from '../api.ts'
import { limitTo, sendReply } from '../call-input.ts'
import type { Device } from '../caller.ts'
import { parseInput, readJson } from '../parse-input.ts'
import { requireOwnOrigin } from '../require-own-origin.ts'
import { isOnThisMachine, readSessionCookie, sessionCookies } from '../session-cookie.ts'
import type { Shop } from '../shop.ts'
import { me } from './account/me.ts'
import type { OpenedSession } from './sessions/open-session.ts'
import { finishSignIn } from './sign-in/finish-sign-in.ts'
import { signIn } from './sign-in/sign-in.ts'

/** Bytes of one body. */
const maxSize = 16 * 1024

/** The calls that need no session, because they make one (spec §7 POST /api/auth/login). */
export function mountAuthApi(app: Hono, shop: Shop) {
  app.post('/api/auth/login', limitTo(maxSize), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const signedIn = await signIn(
      shop,
      parseInput(signInCalls.signIn.body, await readJson(context)),
      deviceOf(shop, context),
    )
    return sendReply(
      shop,
      context,
      signInCalls.signIn.reply,
      signedIn.kind === 'in'
        ? await welcome(shop, context, signedIn.session)
        : signedIn.kind === 'second-step'
          ? { needsSecondStep: true, challenge: signedIn.challenge }
          : { user: { ...signedIn.user, isAdmin: false, role: 'customer' } },
    )
  })
  app.post('/api/auth/second-step', limitTo(maxSize), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const { body, reply } = signInCalls.takeSecondStep
    const input = parseInput(body, await readJson(context))
    const session = await finishSignIn(shop, input, deviceOf(shop, context))
    return sendReply(shop, context, reply, await welcome(shop, context, session))
  })
}

async function welcome(shop: Shop, context: Context, { token, expiresAt, staff }: OpenedSession) {
  const isHere = isOnThisMachine(shop.config.publicUrl, context.req.url)
  for (const cookie of sessionCookies('session', token, expiresAt, isHere))
    context.header('set-cookie', cookie, { append: true })
  return me(shop, {}, staff)
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
