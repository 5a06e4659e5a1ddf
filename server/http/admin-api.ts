import type { Context, Hono } from 'hono'
import { withPatience } from '../../db/patience.ts'
import {
  type AdminContractName,
  type AdminInput,
  type AdminReply,
  adminContracts,
} from '../../domain/admin/contracts.ts'
import { hideFields } from '../../domain/admin/hidden-fields.ts'
import { may } from '../../domain/admin/permissions.ts'
import { instantAt } from '../../domain/calendar-date.ts'
import type { Contract } from '../../domain/contract.ts'
import { ShopError } from '../../domain/errors.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { requireConfirmed } from '../staff/change-password.ts'
import { askOwners } from '../staff/give-away.ts'
import { findSession, replaceToken } from '../staff/session.ts'
import { audit, type Staff } from '../staff/staff.ts'
import { callerOf } from './api.ts'
import { inMountOrder, inputOf, limitOf, sendReply } from './call-input.ts'
import {
  clearedSessionCookies,
  isOnThisMachine,
  readSessionCookie,
  requireOwnOrigin,
  sessionCookies,
} from './require-own-origin.ts'

type AdminHandler<Name extends AdminContractName> = (
  shop: Shop,
  input: AdminInput<Name>,
  staff: Staff,
) => Promise<AdminReply<Name>>
/** Call → handler. TypeScript rejects a call without its handler. */
type AdminHandlers = { [Name in AdminContractName]: AdminHandler<Name> }

/** Calls allowed before someone with a generated password has changed it. */
const beforeNewPassword: AdminContractName[] = ['me', 'signOut', 'changePassword']
/** Calls allowed before an owner has set up the two-step sign-in that the shop requires. */
const beforeTwoStep: AdminContractName[] = [
  'me',
  'signOut',
  'signOutEverywhere',
  'changePassword',
  'readAccount',
  'confirmSelf',
  'startTwoStep',
  'confirmTwoStep',
  'startPasskey',
  'addPasskey',
]
/** After these calls the session continues right away under a new token (OWASP ASVS 5, 7.2.4). */
const replacesToken: AdminContractName[] = [
  'changePassword',
  'confirmTwoStep',
  'endTwoStep',
  'addPasskey',
  'removePasskey',
  'confirmSelf',
  'confirmByPasskey',
]
/** Milliseconds a statement may take for calls that read all there is. */
const longCall = 2 * 60_000
const isLong = (name: AdminContractName, call: Contract) => call.reply === 'file' || name === 'forecastDrops'
const endsSession: AdminContractName[] = ['signOut', 'signOutEverywhere']

/** Mounts every admin call: check origin, session, role and input, run one handler. Errors work as in every API call. */
export function mountAdminApi(app: Hono, shop: Shop) {
  for (const name of inMountOrder(adminContracts)) mount(app, shop, name)
}

function mount(app: Hono, shop: Shop, name: AdminContractName) {
  const call: Contract = adminContracts[name]
  const [method, path] = call.endpoint.split(' ') as [string, string]
  app.on(method, path, limitOf(call), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const staff = await requireStaff(shop, context)
    if (staff.mustChangePassword && !beforeNewPassword.includes(name)) {
      throw new ShopError('must_change_password', 'Change your password first: someone else knows it.')
    }
    if (staff.mustSetUpTwoStep && !beforeTwoStep.includes(name)) {
      throw new ShopError(
        'must_set_up_two_step',
        'This shop asks its owners for a second step: set it up first.',
      )
    }
    if (!may(staff.role, name)) {
      throw new ShopError('not_allowed', 'Your role doesn’t include this. Ask an owner of the shop.')
    }
    // Loaded on the first admin call: most processes never serve one.
    const handlers: AdminHandlers = await import('./admin-handlers.ts')
    const handler = handlers[name] as (shop: Shop, input: unknown, staff: Staff) => Promise<unknown>
    const perform: Staff['perform'] = (other, given, as) =>
      (handlers as unknown as Record<string, typeof handler>)[other]!(shop, given, as)
    const input = await inputOf(call, context)
    const isBulk = call.holds === 'people' || (call.holds === 'packages' && staff.role !== 'packer')
    if (call.asksAgain || isBulk)
      await requireConfirmed(shop, staff, (input as { password?: string }).password)
    const run = () => handler(shop, input, { ...staff, perform })
    const reply = await (isLong(name, call) ? withPatience(longCall, run) : run()).catch(
      async (error: unknown) => {
        if (error instanceof ShopError && error.code === 'needs_owner')
          await askOwners(shop, staff, { call: name, input, details: error.details })
        throw error
      },
    )
    // Before anything is sent, and only if something is.
    if (isBulk) await tellOfExport(shop, staff, name)
    if (replacesToken.includes(name)) keepCookie(shop, context, await replaceToken(shop, staff.sessionId))
    if (endsSession.includes(name))
      setCookies(context, clearedSessionCookies('session', isHere(shop, context)))
    return sendReply(shop, context, call, reply, (parsed) => hideFields(staff.role, name, parsed))
  })
}

/** Tells all owners that personal data leaves in bulk, and whether it does so at night. */
function tellOfExport(shop: Shop, staff: Staff, name: AdminContractName) {
  const [now, today] = [shop.now(), shopDay(shop)]
  const at = (hour: number) => instantAt(today, hour, shop.config.timeZone)
  const isAtNight = now < at(6) || now >= at(22)
  return shop.db.transaction((tx) =>
    audit(tx, staff, now, {
      ...{ action: 'export.people', entity: 'exports', entityId: name, tells: 'owners' },
      after: { export: name, isAtNight },
    }),
  )
}

async function requireStaff(shop: Shop, context: Context): Promise<Staff> {
  const token = readSessionCookie('session', context.req.header('cookie'), isHere(shop, context))
  const found = token && (await findSession(shop, token, callerOf(shop, context).address))
  if (!found) throw new ShopError('not_signed_in', 'You’re not signed in. Sign in and try again.')
  keepCookie(shop, context, found.renewed)
  return found.staff
}

function keepCookie(shop: Shop, context: Context, renewed: { token: string; expiresAt: Date } | null) {
  if (renewed)
    setCookies(context, sessionCookies('session', renewed.token, renewed.expiresAt, isHere(shop, context)))
}

// Drops cookies already set on this reply, so that only one token goes out.
function setCookies(context: Context, cookies: string[]) {
  context.header('set-cookie', undefined)
  for (const cookie of cookies) context.header('set-cookie', cookie, { append: true })
}

const isHere = (shop: Shop, context: Context) => isOnThisMachine(shop.config.publicUrl, context.req.raw)
