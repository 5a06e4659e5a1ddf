import type { Context, Hono } from 'hono'
import type { AccountCall } from '../../domain/account/account-call.ts'
import { type AccountCallName, accountCalls } from '../../domain/account/calls.ts'
import { ShopError } from '../../domain/errors.ts'
import { callerOf } from '../api.ts'
import { inputOf, limitOf, sendReply } from '../call-input.ts'
import { requireOwnOrigin } from '../require-own-origin.ts'
import { isOnThisMachine, noSessionCookies, readSessionCookie, sessionCookies } from '../session-cookie.ts'
import type { Shop } from '../shop.ts'
import type { AccountCaller, Member } from './member.ts'
import { findMember } from './member-session.ts'
import { accountVerbs } from './verbs.ts'

/** Puts every call of the member's page on the app: origin, session, parse, one verb; errors as everywhere. */
export function mountAccountApi(app: Hono, shop: Shop) {
  // What a member or a recipient reads is theirs: no cache keeps it.
  app.use('/api/account/*', async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
  })
  for (const name of Object.keys(accountCalls) as AccountCallName[]) mount(app, shop, name)
}

function mount(app: Hono, shop: Shop, name: AccountCallName) {
  const call: AccountCall = accountCalls[name]
  const [method, path] = call.endpoint.split(' ') as [string, string]
  app.on(method, path, limitOf(call), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const isHere = isOnThisMachine(shop.config.publicUrl, context.req.url)
    const member = await memberOf(shop, context, isHere)
    if (!member && !call.isOpen) {
      throw new ShopError('not_signed_in', 'You are not signed in. Ask for a link and try again.')
    }
    const verb = accountVerbs[name] as unknown as Verb
    const reply = await verb(shop, await inputOf(call, context), member, callerIn(shop, context, isHere))
    return sendReply(shop, context, call.reply, reply)
  })
}

type Verb = (shop: Shop, input: unknown, member: Member | null, caller: AccountCaller) => Promise<unknown>

async function memberOf(shop: Shop, context: Context, isHere: boolean): Promise<Member | null> {
  const token = readSessionCookie('member', context.req.header('cookie'), isHere)
  return token ? findMember(shop, token) : null
}

function callerIn(shop: Shop, context: Context, isHere: boolean): AccountCaller {
  return {
    ...callerOf(shop, context),
    keep(session) {
      const cookies = session
        ? sessionCookies('member', session.token, session.expiresAt, isHere)
        : noSessionCookies('member', isHere)
      for (const cookie of cookies) context.header('set-cookie', cookie, { append: true })
    },
  }
}
