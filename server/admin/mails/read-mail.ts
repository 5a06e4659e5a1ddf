import { eq } from 'drizzle-orm'
import { outbox } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { type OutboxKind, renderers } from '../../outbox/renderers.ts'
import type { Shop } from '../../shop.ts'
import { mailView } from './list-mails.ts'

/** A mail as it would be written now, from the fact that it reports. @throws ShopError 'not_found' */
export async function readMail(
  shop: Shop,
  { mailId }: AdminInput<'readMail'>,
): Promise<AdminReply<'readMail'>> {
  const [row] = await shop.db.select().from(outbox).where(eq(outbox.id, mailId))
  if (!row) throw new ShopError('not_found', 'There is no such mail. Load the page again.')
  const mail = mailView(row, shop.now())
  try {
    const written = await renderers[row.kind as OutboxKind](shop, row.fact)
    if ('droppedBecause' in written) return { mail, content: null, problem: written.droppedBecause }
    const { to, subject, html, text } = written
    return { mail, content: { to, subject, html, text }, problem: mail.problem }
  } catch (error) {
    return { mail, content: null, problem: error instanceof Error ? error.message : String(error) }
  }
}
