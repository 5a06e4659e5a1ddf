import type { Context, Hono } from 'hono'
import {
  type AccountContractName,
  type AccountInput,
  type AccountReply,
  accountContracts,
} from '../../domain/account/contracts.ts'
import type { AccountContract } from '../../domain/account/session-contracts.ts'
import { ShopError } from '../../domain/errors.ts'
import type { AccountCaller, Member } from '../members/member.ts'
import { findMember } from '../members/member-session.ts'
import type { Shop } from '../shop/shop.ts'
import * as accountHandlers from './account-handlers.ts'
import { callerOf } from './api.ts'
import { inMountOrder, inputOf, limitOf, sendReply } from './call-input.ts'
import {
  clearedSessionCookies,
  isOnThisMachine,
  readSessionCookie,
  requireOwnOrigin,
  sessionCookies,
} from './require-own-origin.ts'

type Whose<Name extends AccountContractName> = (typeof accountContracts)[Name] extends AccountContract & {
  isOpen: true
}
  ? Member | null
  : Member

type AccountHandler<Name extends AccountContractName> = (
  shop: Shop,
  input: AccountInput<Name>,
  member: Whose<Name>,
  caller: AccountCaller,
) => Promise<AccountReply<Name>>

/** Call → handler. TypeScript rejects a call without its handler. */
const handlers: { [Name in AccountContractName]: AccountHandler<Name> } = accountHandlers

/** Mounts the member page's calls: check origin, session and input, run one handler. Errors work as in every API call. */
export function mountAccountApi(app: Hono, shop: Shop) {
  // These replies belong to one member or recipient, so no cache may store them.
  app.use('/api/account/*', async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
  })
  for (const name of inMountOrder(accountContracts)) mount(app, shop, name)
}

function mount(app: Hono, shop: Shop, name: AccountContractName) {
  const call: AccountContract = accountContracts[name]
  const [method, path] = call.endpoint.split(' ') as [string, string]
  app.on(method, path, limitOf(call), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const isHere = isOnThisMachine(shop.config.publicUrl, context.req.raw)
    const token = readSessionCookie('member', context.req.header('cookie'), isHere)
    const found = token ? await findMember(shop, token) : null
    const member = found?.member ?? null
    const caller = callerIn(shop, context, isHere)
    if (found?.renewed) caller.keep(found.renewed)
    if (!member && !call.isOpen) {
      throw new ShopError('not_signed_in', 'You’re not signed in. Ask for a link, then try again.')
    }
    if (call.asksAgain && member && !found?.isFresh) {
      throw new ShopError(
        'confirm_first',
        'For this, we need to know it’s you. We can email you a link: open it in this browser, then try again.',
        // Whoever just came from a receipt's link hasn't been signed in for a while.
        { details: { email: member.email, ...(found?.isProved ? {} : { cameFrom: 'email' }) } },
      )
    }
    const handler = handlers[name] as unknown as Handler
    const reply = await handler(shop, await inputOf(call, context), member, caller)
    return sendReply(shop, context, call, reply)
  })
}

type Handler = (shop: Shop, input: unknown, member: Member | null, caller: AccountCaller) => Promise<unknown>

/** The caller, with a function that stores their session. */
export function callerIn(shop: Shop, context: Context, isHere: boolean): AccountCaller {
  return {
    ...callerOf(shop, context),
    keep(session) {
      const cookies = session
        ? sessionCookies('member', session.token, session.expiresAt, isHere)
        : clearedSessionCookies('member', isHere)
      for (const cookie of cookies) context.header('set-cookie', cookie, { append: true })
    },
  }
}
