import { eq } from 'drizzle-orm'
import { outbox } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { type OutboxKind, renderers } from '../../outbox/renderers.ts'
import type { Shop } from '../../shop.ts'
import { mailView } from './list-mails.ts'

/** Mails whose link opens somebody's own page: nobody else is shown one, and none is made for looking. */
const privateKinds = /^(renewal-failed|magic-link|exchange-link|gift-)/

/** A mail as it would be written now, from the fact that it reports. @throws ShopError 'not_found' */
export async function readMail(
  shop: Shop,
  { mailId }: AdminInput<'readMail'>,
): Promise<AdminReply<'readMail'>> {
  const [row] = await shop.db.select().from(outbox).where(eq(outbox.id, mailId))
  if (!row) throw new ShopError('not_found', 'There is no such mail. Load the page again.')
  const mail = mailView(row, shop.now())
  if (privateKinds.test(row.kind)) {
    const problem = 'This mail carries a link that is its reader’s alone, so it is not shown here.'
    return { mail, content: null, problem }
  }
  try {
    const written = await renderers[row.kind as OutboxKind](shop, row.fact)
    if ('droppedBecause' in written) return { mail, content: null, problem: written.droppedBecause }
    const { to, subject, text } = written
    // The desk shows only what comes from where it is open itself, under whatever host that is.
    const html = written.html.replaceAll(`${shop.config.publicUrl}/pictures/`, '/pictures/')
    return { mail, content: { to, subject, html, text }, problem: mail.problem }
  } catch (error) {
    return { mail, content: null, problem: error instanceof Error ? error.message : String(error) }
  }
}
