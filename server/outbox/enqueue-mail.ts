import type { Database, Transaction } from '../../db/database.ts'
import { outbox } from '../../db/schema.ts'
import type { MailPayload, PayloadKind } from '../../domain/mail-payloads.ts'
import { type MailKind, type MailSubject, subjectIdOf } from '../../domain/mail-subjects.ts'
import type { Shop } from '../shop/shop.ts'

type Carried<Kind extends MailKind> = Kind extends 'payment-without-order'
  ? { payload?: MailPayload<Kind> }
  : Kind extends PayloadKind
    ? { payload: MailPayload<Kind> }
    : { payload?: never }

/** An email to send: its subject, its payload, and when to send it (by default now). */
export type Mail = {
  [Kind in MailKind]: { kind: Kind; about: MailSubject<Kind>; runAt?: Date } & Carried<Kind>
}[MailKind]

/** Rows per statement: PostgreSQL accepts 65,535 values at most. */
const batch = 1000

/**
 * Queues emails, once per kind and subject, in the transaction that makes their content true.
 * @returns how many are new
 */
export async function enqueueMail(
  tx: Transaction | Database,
  shop: Pick<Shop, 'now'>,
  ...mails: Mail[]
): Promise<number> {
  const rows = mails.map((mail) => mailRow(shop.now(), mail))
  let written = 0
  for (let start = 0; start < rows.length; start += batch) {
    const some = rows.slice(start, start + batch)
    const made = tx.insert(outbox).values(some).onConflictDoNothing().returning({ id: outbox.id })
    written += (await made).length
  }
  return written
}

/** An email's row in the outbox. */
export function mailRow(now: Date, mail: Mail) {
  const { kind, about, payload = {}, runAt = now } = mail
  return { kind, subjectId: subjectIdOf(kind, about), payload, runAt, dueAt: runAt, createdAt: now }
}
