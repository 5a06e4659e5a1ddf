import { eq } from 'drizzle-orm'
import { people, storeCredit } from '../../db/schema.ts'
import { formatCents } from '../../domain/money.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'

export type CreditView = { to: string; amountCents: number; words: string }

/** Writes the credit-given email. @param id a row of store credit */
export async function creditGiven(shop: Shop, id: string): Promise<MailContent | Dropped> {
  const [row] = await shop.db
    .select({ credit: storeCredit, key: people.key })
    .from(storeCredit)
    .innerJoin(people, eq(storeCredit.personId, people.id))
    .where(eq(storeCredit.id, id))
  if (!row) throw new Error(`the credit ${id} is gone`)
  const [, to] = /^email:(.+)$/.exec(row.key) ?? []
  if (!to) return { droppedBecause: 'its owner had their data deleted' }
  return renderCreditGiven(shop.config, {
    ...{ to, amountCents: row.credit.amountCents, words: row.credit.words ?? '' },
  })
}

export function renderCreditGiven(sender: Sender, view: CreditView): Promise<MailContent> {
  const amount = formatCents(view.amountCents)
  return renderNotice(sender, {
    to: view.to,
    subject: `${amount} of store credit for you`,
    title: `${amount}, yours to spend.`,
    paragraphs: [
      `We’ve added store credit to your account. Why: ${view.words}`,
      'It doesn’t expire. If you have a membership that renews, your next renewal uses it automatically. You can also spend it at checkout; whatever’s left comes back to you.',
    ],
    link: { words: 'Open your page', href: `${sender.publicUrl}/account` },
    reason: 'You’re getting this email because we gave you store credit.',
  })
}
