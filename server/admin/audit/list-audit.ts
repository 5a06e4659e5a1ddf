import { and, asc, desc, eq, gte, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { auditLog, memberships, orderItems, orders, products, users } from '../../../db/schema.ts'
import { auditSentence } from '../../../domain/admin/audit-sentence.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { addDays, instantAt } from '../../../domain/calendar-date.ts'
import { normalizeEmail } from '../../../domain/email.ts'
import { csvDownload, everyRow } from '../../documents/csv-download.ts'
import { boughtBy, mailboxesOf, personIdOf } from '../../members/member.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { auditAlone, type Staff } from '../../staff/staff.ts'

const rows = 50
/** Lines the export reads at a time: this caps its memory use. */
const batch = 500

/** Audit log entries, newest first. Keyset paging: line 1,000,000 costs what the first one costs. */
export async function listAudit(
  shop: Shop,
  input: AdminInput<'listAudit'>,
): Promise<AdminReply<'listAudit'>> {
  const limit = input.limit ?? rows
  const found = await linesOf(shop, await filters(shop, input), input.cursor, limit + 1)
  const page = found.slice(0, limit)
  return {
    lines: page.map(({ id, at, username, role, action, entity, entityId, before, after: then }) => ({
      ...{ id, at: at.toISOString(), username, role, action, entity, entityId, before },
      after: then,
    })),
    people: await shop.db
      .select({ id: users.id, username: users.username })
      .from(users)
      .where(eq(users.isAdmin, true))
      .orderBy(asc(users.username)),
    entities: await namesOf(shop, auditLog.entity),
    actions: await namesOf(shop, auditLog.action),
    nextCursor: found.length > limit ? page.at(-1)!.id : null,
  }
}

/** The filtered audit log as a file, newest first. The download itself is logged first. */
export async function exportAudit(
  shop: Shop,
  input: AdminInput<'exportAudit'>,
  staff: Staff,
): Promise<AdminReply<'exportAudit'>> {
  const which = await filters(shop, input)
  await auditAlone(shop, staff, {
    ...{ action: 'audit.export', entity: 'audit_log', entityId: 'export' },
    after: input,
  })
  return csvDownload(`audit-log-${shopDay(shop)}.csv`, columns, cells(shop, which))
}

const columns = ['at', 'who', 'role', 'what', 'action', 'record', 'record_id', 'before', 'after']

async function* cells(shop: Shop, which: (SQL | undefined)[]) {
  const lines = everyRow<typeof auditLog.$inferSelect>(batch, (last) => linesOf(shop, which, last?.id, batch))
  for await (const line of lines) {
    const { at, username, role, action, entity, entityId, before, after: then } = line
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
    yield [
      ...[at.toISOString(), username, role, auditSentence({ ...line, after: then })],
      ...[action, entity, entityId, json(before), json(then)],
    ]
  }
}

function linesOf(shop: Shop, which: (SQL | undefined)[], cursor: string | undefined, limit: number) {
  return shop.db
    .select()
    .from(auditLog)
    .where(and(...which, cursor ? after(cursor) : undefined))
    .orderBy(desc(auditLog.at), asc(auditLog.id))
    .limit(limit)
}

async function filters(
  shop: Shop,
  { userId, entity, action, about, from, to }: AdminInput<'exportAudit'>,
): Promise<(SQL | undefined)[]> {
  const { timeZone } = shop.config
  const typed = about?.trim()
  return [
    userId ? eq(auditLog.userId, userId) : undefined,
    entity ? eq(auditLog.entity, entity) : undefined,
    action ? eq(auditLog.action, action) : undefined,
    typed ? await isAbout(shop, typed) : undefined,
    from ? gte(auditLog.at, instantAt(from, 0, timeZone)) : undefined,
    to ? lt(auditLog.at, instantAt(addDays(to, 1), 0, timeZone)) : undefined,
  ]
}

// Names every entity along with the ids, so that PostgreSQL uses the index over (entity, entity_id).
async function isAbout(shop: Shop, typed: string): Promise<SQL | undefined> {
  return and(
    inArray(auditLog.entity, await namesOf(shop, auditLog.entity)),
    inArray(auditLog.entityId, [typed, ...(await rowsAbout(shop, typed))]),
  )
}

/**
 * Ids of the rows the typed text stands for: a person and their orders and memberships, an order, a staff member, a belt.
 */
async function rowsAbout(shop: Shop, typed: string): Promise<string[]> {
  const { db } = shop
  const number = typed.toUpperCase()
  const emails = typed.includes('@') ? await mailboxesOf(db, normalizeEmail(typed)) : []
  const bought = await db
    .select({ orderId: orders.id, membershipId: memberships.id })
    .from(orders)
    .leftJoin(orderItems, eq(orderItems.orderId, orders.id))
    .leftJoin(memberships, eq(memberships.orderItemId, orderItems.id))
    .where(emails.length > 0 ? boughtBy(emails) : eq(orders.orderNumber, number))
  const theirs =
    emails.length > 0
      ? await db
          .select({ id: memberships.id })
          .from(memberships)
          .where(or(inArray(memberships.memberEmail, emails), inArray(memberships.payerEmail, emails)))
      : []
  const staff = await db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.username, typed), emails.length > 0 ? inArray(users.email, emails) : undefined))
  const belts = await db.select({ id: products.id }).from(products).where(eq(products.sku, number))
  return [
    ...emails.map(personIdOf),
    ...bought.flatMap(({ orderId, membershipId }) => (membershipId ? [orderId, membershipId] : [orderId])),
    ...[...theirs, ...staff, ...belts].map(({ id }) => id),
  ]
}

// The cursor is a line's id. The database looks up its instant, which a JavaScript date would cut to milliseconds.
function after(cursor: string): SQL {
  const at = sql`(select ${auditLog.at} from ${auditLog} where ${auditLog.id} = ${cursor}::uuid)`
  return sql`${auditLog.at} <= ${at} and (${auditLog.at} < ${at} or ${auditLog.id} > ${cursor}::uuid)`
}

// Steps along the index from one distinct name to the next instead of scanning every line.
async function namesOf(
  shop: Shop,
  column: typeof auditLog.entity | typeof auditLog.action,
): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const last = names.at(-1)
    const [next] = await shop.db
      .select({ name: column })
      .from(auditLog)
      .where(last === undefined ? isNotNull(column) : sql`${column} > ${last}`)
      .orderBy(asc(column))
      .limit(1)
    if (!next) return names
    names.push(next.name)
  }
}
