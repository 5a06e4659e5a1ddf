import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { auditLog, users } from '../../db/schema.ts'
import type { Role } from '../../domain/admin/fields.ts'
import { enqueueMail, type Mail } from '../outbox/enqueue-mail.ts'
import type { Shop } from '../shop/shop.ts'

/** The staff member who makes an admin call. */
export type Staff = {
  userId: string
  username: string
  role: Role
  sessionId: string
  /** the IP address */
  address: string
  /** someone else set the password: most calls are refused until it is changed */
  mustChangePassword: boolean
  /** the shop requires owners to have a second step and this one has none: most calls are refused until there is one */
  mustSetUpTwoStep: boolean
  /** the owner who agreed to this call, if it gives away more than its caller may (give-away.ts) */
  approvedBy?: string
  /** makes another admin call, in someone's name: what an owner agreed to */
  perform?: (call: string, input: unknown, as: Staff) => Promise<unknown>
}

type Audited = {
  /** noun and verb, such as 'order.status' */
  action: string
  /** the row's table */
  entity: string
  entityId: string
  /** only what changed, and never a secret */
  before?: unknown
  after?: unknown
  /**
   * who gets an email. 'owners': all owners, and the person concerned, for changes to who can sign in; 'self': only that
   * person. See server/emails/security-notice.ts
   */
  tells?: 'owners' | 'self'
}

/** A staff member, or someone at the command line, who has no user. */
export type Actor = Pick<Staff, 'username' | 'role'> & { userId: string | null; address?: string }

export const commandLine: Actor = { userId: null, username: 'command line', role: 'owner' }

/** Entries per statement. */
const batch = 500

/** Like `audit`, for many rows at once; sends no emails. */
export async function auditAll(tx: Transaction, actor: Actor, at: Date, all: Omit<Audited, 'tells'>[]) {
  const { userId, username, role } = actor
  const lines = all.map(({ before = null, after = null, ...what }) => ({
    ...{ at, userId, username, role, before, after },
    ...what,
  }))
  for (let start = 0; start < lines.length; start += batch)
    await tx.insert(auditLog).values(lines.slice(start, start + batch))
}

/** Records an act that changes no row, such as a download. */
export function auditAlone(shop: Shop, actor: Actor, act: Omit<Audited, 'tells'>) {
  return shop.db.transaction((tx) => audit(tx, actor, shop.now(), act))
}

/** Records who did what to which row, in the transaction that does it. A trigger forbids changing entries. */
export async function audit(
  tx: Transaction,
  actor: Actor,
  at: Date,
  { action, entity, entityId, before = null, after = null, tells }: Audited,
) {
  const { userId, username, role } = actor
  const [line] = await tx
    .insert(auditLog)
    .values({ at, userId, username, role, action, entity, entityId, before, after })
    .returning({ id: auditLog.id })
  if (!tells) return
  const owner = and(eq(users.role, 'owner'), eq(users.isAdmin, true), isNull(users.disabledAt))
  const about = entity === 'users' ? sql`${users.id} = ${entityId}::uuid` : undefined
  const readers = await tx
    .select({ id: users.id, email: users.email, role: users.role })
    .from(users)
    .where(and(isNotNull(users.email), tells === 'owners' ? or(owner, about) : about))
  // If no owner has an address, the email goes to the support address, so that no change goes unnoticed.
  const isHeard = readers.some((reader) => tells === 'self' || reader.role === 'owner')
  const addresses = [...readers.map(({ email }) => email), ...(isHeard ? [] : [null])]
  const mails = addresses.map((to, reader): Mail => {
    return {
      kind: 'security-notice',
      about: { lineId: line!.id, reader: `${reader}` },
      payload: { line: line!.id, to, address: actor.address ?? null },
    }
  })
  await enqueueMail(tx, { now: () => at }, ...mails)
}
