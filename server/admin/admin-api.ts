import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AdminCall, Download } from '../../domain/admin/admin-call.ts'
import { type AdminCallName, adminCalls } from '../../domain/admin/calls.ts'
import { may } from '../../domain/admin/permissions.ts'
import { ShopError } from '../../domain/errors.ts'
import { callerOf } from '../api.ts'
import { parseInput, readJson } from '../parse-input.ts'
import type { Shop } from '../shop.ts'
import { findStaff } from './find-staff.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { noSessionCookie, readSessionCookie } from './session-cookie.ts'
import type { Staff } from './staff.ts'
import { adminVerbs } from './verbs.ts'

/** Bytes of one body, and of one upload. */
const largestBody = 256 * 1024
const largestUpload = 15 * 1024 * 1024

/** Puts every call of the owner's desk on the app: origin, session, role, parse, one verb; errors as everywhere. */
export function mountAdminApi(app: Hono, shop: Shop) {
  for (const name of Object.keys(adminCalls) as AdminCallName[]) mount(app, shop, name)
}

function mount(app: Hono, shop: Shop, name: AdminCallName) {
  const call: AdminCall = adminCalls[name]
  const [method, path] = call.endpoint.split(' ') as [string, string]
  app.on(method, path, limitOf(call), async (context) => {
    requireOwnOrigin(context.req.raw)
    const staff = await requireStaff(shop, context)
    if (!may(staff.role, name)) {
      throw new ShopError('not_allowed', 'Your role does not allow this. Ask an owner of the shop.')
    }
    const verb = adminVerbs[name] as (shop: Shop, input: unknown, staff: Staff) => Promise<unknown>
    const reply = await verb(shop, await inputOf(call, context), staff)
    if (name === 'signOut') context.header('set-cookie', noSessionCookie)
    return call.reply === 'file' ? send(reply as Download) : context.json(reply as object)
  })
}

async function requireStaff(shop: Shop, context: Context): Promise<Staff> {
  const token = readSessionCookie(context.req.header('cookie'))
  const staff = token && (await findStaff(shop, token, callerOf(shop, context).address))
  if (!staff) throw new ShopError('not_signed_in', 'You are not signed in. Sign in and try again.')
  return staff
}

async function inputOf(call: AdminCall, context: Context): Promise<object> {
  const { params, query, body } = call
  return {
    ...(params && (parseInput(params, context.req.param()) as object)),
    ...(query && (parseInput(query, context.req.query()) as object)),
    ...(body === 'file' && { file: new Uint8Array(await context.req.arrayBuffer()) }),
    ...(body && body !== 'file' && (parseInput(body, await readJson(context)) as object)),
  }
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

function send({ fileName, contentType, content }: Download): Response {
  return new Response(content as BodyInit, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '-')}"`,
    },
  })
}
