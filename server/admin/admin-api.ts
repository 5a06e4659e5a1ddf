import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AdminCall, Download } from '../../domain/admin/admin-call.ts'
import { type AdminCallName, adminCalls } from '../../domain/admin/calls.ts'
import { may } from '../../domain/admin/permissions.ts'
import { ShopError } from '../../domain/errors.ts'
import { callerOf } from '../api.ts'
import { parseInput, readJson } from '../parse-input.ts'
import type { Shop } from '../shop.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { findSession } from './sessions/find-session.ts'
import { replaceToken } from './sessions/keep-session.ts'
import {
  isOnThisMachine,
  noSessionCookies,
  readSessionCookie,
  sessionCookies,
} from './sessions/session-cookie.ts'
import type { Staff } from './staff.ts'
import { adminVerbs } from './verbs.ts'

/** Bytes of one body, and of one upload. */
const largestBody = 256 * 1024
const largestUpload = 15 * 1024 * 1024

/** What is answered before a made password was changed. */
const beforeNewPassword: AdminCallName[] = ['me', 'signOut', 'changePassword']
/** After these the session goes on under another token at once (OWASP ASVS 5, 7.2.4), or is over. */
const replacesToken: AdminCallName[] = ['changePassword', 'confirmTwoStep', 'endTwoStep']
const endsSession: AdminCallName[] = ['signOut', 'signOutEverywhere']

/** Puts every call of the owner's desk on the app: origin, session, role, parse, one verb; errors as everywhere. */
export function mountAdminApi(app: Hono, shop: Shop) {
  for (const name of Object.keys(adminCalls) as AdminCallName[]) mount(app, shop, name)
}

function mount(app: Hono, shop: Shop, name: AdminCallName) {
  const call: AdminCall = adminCalls[name]
  const [method, path] = call.endpoint.split(' ') as [string, string]
  app.on(method, path, limitOf(call), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const staff = await requireStaff(shop, context)
    if (staff.mustChangePassword && !beforeNewPassword.includes(name)) {
      throw new ShopError('must_change_password', 'Change your password first: somebody else knows it.')
    }
    if (!may(staff.role, name)) {
      throw new ShopError('not_allowed', 'Your role does not allow this. Ask an owner of the shop.')
    }
    const verb = adminVerbs[name] as (shop: Shop, input: unknown, staff: Staff) => Promise<unknown>
    const reply = await verb(shop, await inputOf(call, context), staff)
    if (replacesToken.includes(name)) keepCookie(shop, context, await replaceToken(shop, staff.sessionId))
    if (endsSession.includes(name)) setCookies(context, noSessionCookies(isHere(shop, context)))
    return call.reply === 'file' ? send(context, reply as Download) : context.json(reply as object)
  })
}

async function requireStaff(shop: Shop, context: Context): Promise<Staff> {
  const token = readSessionCookie(context.req.header('cookie'), isHere(shop, context))
  const found = token && (await findSession(shop, token, callerOf(shop, context).address))
  if (!found) throw new ShopError('not_signed_in', 'You are not signed in. Sign in and try again.')
  keepCookie(shop, context, found.renewed)
  return found.staff
}

function keepCookie(shop: Shop, context: Context, renewed: { token: string; expiresAt: Date } | null) {
  if (renewed) setCookies(context, sessionCookies(renewed.token, renewed.expiresAt, isHere(shop, context)))
}

// In place of those that this answer had: one session, one token.
function setCookies(context: Context, cookies: string[]) {
  context.header('set-cookie', undefined)
  for (const cookie of cookies) context.header('set-cookie', cookie, { append: true })
}

function isHere(shop: Shop, context: Context): boolean {
  return isOnThisMachine(shop.config.publicUrl, context.req.url)
}

async function inputOf(call: AdminCall, context: Context): Promise<object> {
  const { params, query, body } = call
  return {
    ...(params && (parseInput(params, context.req.param()) as object)),
    ...(query && (parseInput(query, context.req.query()) as object)),
    ...(body === 'file' && { file: await readFile(context) }),
    ...(body && body !== 'file' && (parseInput(body, await readJson(context)) as object)),
  }
}

/** The only types that a form of another site can send (Fetch standard, "CORS-safelisted request-header"). */
const formTypes = /^(text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\b/i

async function readFile(context: Context): Promise<Uint8Array> {
  if (formTypes.test(context.req.header('content-type') ?? '')) {
    throw new ShopError('invalid_body', 'Send the bytes of the file itself, not a form.')
  }
  return new Uint8Array(await context.req.arrayBuffer())
}

function limitOf(call: AdminCall) {
  const maxSize = call.body === 'file' ? largestUpload : largestBody
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new ShopError('body_too_large', `This is too large: at most ${Math.floor(maxSize / 1024)} kB.`)
    },
  })
}

function send(context: Context, { fileName, contentType, content }: Download): Response {
  return context.body(content as ReadableStream, 200, {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '-')}"`,
  })
}
