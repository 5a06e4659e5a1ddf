import { and, asc, desc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { auditLog, users } from '../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../domain/admin/contracts.ts'
import { addDays, instantAt } from '../../domain/calendar-date.ts'
import type { Shop } from '../shop/shop.ts'

const rows = 50

/** What was done at the desk, newest first, by pages of a key: line 1,000,000 costs what the first one costs. */
export async function listAudit(
  shop: Shop,
  input: AdminInput<'listAudit'>,
): Promise<AdminReply<'listAudit'>> {
  const limit = input.limit ?? rows
  const found = await shop.db
    .select()
    .from(auditLog)
    .where(and(...filters(shop, input), input.cursor ? after(input.cursor) : undefined))
    .orderBy(desc(auditLog.at), asc(auditLog.id))
    .limit(limit + 1)
  const page = found.slice(0, limit)
  return {
    lines: page.map(({ id, at, username, role, action, entity, entityId, before, after: then }) => ({
      id,
      at: at.toISOString(),
      username,
      role,
      action,
      entity,
      entityId,
      before,
      after: then,
    })),
    people: await shop.db
      .select({ id: users.id, username: users.username })
      .from(users)
      .where(eq(users.isAdmin, true))
      .orderBy(asc(users.username)),
    entities: await entitiesOf(shop),
    nextCursor: found.length > limit ? page.at(-1)!.id : null,
  }
}

function filters(shop: Shop, { userId, entity, from, to }: AdminInput<'listAudit'>): (SQL | undefined)[] {
  const { timeZone } = shop.config
  return [
    userId ? eq(auditLog.userId, userId) : undefined,
    entity ? eq(auditLog.entity, entity) : undefined,
    from ? gte(auditLog.at, instantAt(from, 0, timeZone)) : undefined,
    to ? lt(auditLog.at, instantAt(addDays(to, 1), 0, timeZone)) : undefined,
  ]
}

// The cursor is a line's id; its instant is read here, so that no precision is lost on the way through the browser.
function after(cursor: string): SQL {
  const at = sql`(select ${auditLog.at} from ${auditLog} where ${auditLog.id} = ${cursor}::uuid)`
  return sql`${auditLog.at} <= ${at} and (${auditLog.at} < ${at} or ${auditLog.id} > ${cursor}::uuid)`
}

// One step along the index for each name, not a look at every line.
async function entitiesOf(shop: Shop): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const last = names.at(-1)
    const [next] = await shop.db
      .select({ entity: auditLog.entity })
      .from(auditLog)
      .where(last === undefined ? isNotNull(auditLog.entity) : sql`${auditLog.entity} > ${last}`)
      .orderBy(asc(auditLog.entity))
      .limit(1)
    if (!next) return names
    names.push(next.entity)
  }
}
