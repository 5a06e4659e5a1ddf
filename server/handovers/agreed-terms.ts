import { and, eq } from 'drizzle-orm'
import { handovers } from '../../db/schema.ts'
import { addDays, type CalendarDate, instantAt } from '../../domain/calendar-date.ts'
import { type HandoverChoice, handoverDays, handoverTerms } from '../../domain/handover.ts'
import { isTaxed } from '../../domain/tax.ts'
import type { Membership } from '../ledger/find-membership.ts'
import { collectedStates } from '../ledger/quote-tax.ts'
import { dueOf } from '../memberships/next-charge.ts'
import { atPrice, type NextTerms, nextTerms } from '../memberships/next-terms.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type Handover, isChargedAs, mergeChoice } from './handover-link.ts'

/** The terms in words, as the new payer reads and agrees to them. @param on the next charge */
export async function handoverWords(
  shop: Shop,
  membership: Membership,
  { terms, choice, on }: { terms: NextTerms; choice: HandoverChoice; on: CalendarDate },
): Promise<string> {
  const { name: planName, months } = terms.plan
  return handoverTerms({
    ...{ planName, months, on, amountCents: dueOf(terms) },
    isTaxed: isTaxed(await collectedStates(shop, membership.paidUntil), choice.address.state),
    supportEmail: shop.config.supportEmail,
  })
}

/**
 * What the new payer's card may be charged: the next terms, if those are what they agreed to. The former payer may have
 * chosen another plan since, or a charge may come sooner; null then. A later day is fine, since a skip only gives them
 * more time, and so is a new price that only the former payer was told of: it isn't charged to them.
 */
export async function agreedTerms(
  shop: Shop,
  membership: Membership,
  choice: HandoverChoice,
): Promise<NextTerms | null> {
  const { consent } = choice
  const on = consent?.on ?? membership.paidUntil
  if (!consent || membership.paidUntil < on) return null
  const next = await nextTerms(shop, membership)
  const own = membership.renewalPriceCents ?? next.boughtCents
  for (const priceCents of next.change ? [next.priceCents] : [next.priceCents, own]) {
    const terms = atPrice(next, priceCents)
    if ((await handoverWords(shop, membership, { terms, choice, on })) === consent.text) return terms
  }
  return null
}

/**
 * Forgets an agreement to terms that aren't the next ones anymore, and emails the new payer to agree again. Nothing is
 * charged until they do, and the link works as long as when they were first asked.
 * @returns whether this call did it
 */
export async function askAgain(shop: Shop, { id, choice, expiresAt }: Handover): Promise<boolean> {
  const consent = choice?.consent
  if (!consent) return false
  const from = instantAt(addDays(shopDay(shop), handoverDays + 1), 0, shop.config.timeZone)
  // Counted as ended, so that another process that is finishing the handover starts over.
  const endedCharges = (choice.endedCharges ?? 0) + 1
  const isDone = await shop.db.transaction(async (tx) => {
    const [mine] = await tx
      .update(handovers)
      .set({
        choice: mergeChoice({ consent: null, endedCharges }),
        expiresAt: from > expiresAt ? from : expiresAt,
      })
      .where(and(eq(handovers.id, id), eq(handovers.state, 'accepted'), isChargedAs(choice)))
      .returning({ id: handovers.id })
    if (!mine) return false
    const agreedAt = String(new Date(consent.agreedAt).getTime())
    await enqueueMail(tx, shop, { kind: 'handover-terms', about: { handoverId: id, agreedAt } })
    return true
  })
  if (isDone) shop.wakeWorker()
  return isDone
}
