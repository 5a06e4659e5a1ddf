import { randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { subscriberStatus } from '../../db/schema/states.ts'
import { keptMails, newsletterSubscribers, outbox } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import { isEmail, normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import { messages } from '../../domain/messages.ts'
import { keptSince } from '../../domain/retention.ts'
import { terms } from '../../domain/terms.ts'
import { clearBounce, isDead } from '../bounces/record-bounce.ts'
import { countMail, limitMail } from '../limits/proof-of-work.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { Caller } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'

/** Milliseconds between two emails to one address: a public form must not flood a stranger's mailbox. */
const mailPause = 60 * 60_000

/**
 * Queues the reply to a sign-up: a confirmation request for an unconfirmed address, else the welcome. At most one per hour
 * and address, however often it is typed.
 */
async function mailSubscriber(shop: Shop, tx: Transaction, subscriberId: string, email: string) {
  const now = shop.now()
  const [due] = await tx
    .update(newsletterSubscribers)
    .set({ mailedAt: now })
    .where(
      and(
        eq(newsletterSubscribers.id, subscriberId),
        or(
          isNull(newsletterSubscribers.mailedAt),
          lte(newsletterSubscribers.mailedAt, new Date(now.getTime() - mailPause)),
          // The clock was set back since.
          gt(newsletterSubscribers.mailedAt, new Date(now.getTime() + mailPause)),
        ),
      ),
    )
    .returning({ confirmedAt: newsletterSubscribers.confirmedAt })
  if (!due) return
  const kind = due.confirmedAt ? 'newsletter-welcome' : 'newsletter-confirmation'
  // The time is part of the subject, because signing up again later is a new event.
  if (await countMail({ ...shop, db: tx }, email, 'sign-up'))
    await enqueueMail(tx, { now: () => now }, { kind, about: { subscriberId, at: now.toISOString() } })
}

/**
 * POST /api/newsletter/subscribe. An address already on the list gets the same reply, so that nobody can find out who is on
 * it; one that unsubscribed, or where email came back, must confirm again, because anyone may have typed it.
 * @throws ShopError 'invalid_body' for an invalid email address, 'proof_needed' or 'too_many_requests' for a caller with
 *   many sign-ups
 */
export async function subscribe(
  shop: Shop,
  body: ParsedBody<'subscribeToNewsletter'>,
  caller: Caller,
): Promise<Reply<'subscribeToNewsletter'>> {
  const email = requireEmail(body.email)
  const mayBeMailed = await limitMail(shop, caller, email, 'sign-up')
  const now = shop.now()
  const known = newsletterSubscribers
  await shop.db.transaction(async (tx) => {
    const agreed = shop.config.doubleOptIn || (await isDead(tx, email)) ? null : now
    const [row] = await tx
      .insert(newsletterSubscribers)
      .values({
        email,
        name: body.name?.trim() || null,
        source: body.source || null,
        subscribedAt: now,
        confirmedAt: agreed,
        token: newToken(),
      })
      .onConflictDoUpdate({
        target: newsletterSubscribers.email,
        set: {
          status: subscriberStatus.to('active', known.status),
          unsubscribedAt: null,
          // Begins anew until it's confirmed, so that the link just asked for lasts as long as any.
          subscribedAt: sql`case when ${known.status} in ${subscriberStatus.list('active')} and ${known.confirmedAt} is not null then ${known.subscribedAt} else excluded.subscribed_at end`,
          confirmedAt: sql`case when ${known.status} in ${subscriberStatus.list('active')} then coalesce(${known.confirmedAt}, excluded.confirmed_at) end`,
          // Keeps the unsubscribe link in every letter sent so far working.
          token: sql`coalesce(${known.token}, excluded.token)`,
        },
      })
      .returning({ id: newsletterSubscribers.id })
    if (mayBeMailed) await mailSubscriber(shop, tx, row!.id, email)
  })
  shop.wakeWorker()
  return { success: true, message: messages.newsletter.success }
}

/**
 * POST /api/gift-email/subscribe: asks the address of a finished quiz whether it wants the letters (spec §4 "Submit"). A
 * known address is left alone, above all one that unsubscribed or complained: finishing a quiz isn't signing up again.
 * @throws ShopError 'invalid_body' for an invalid email address, 'proof_needed' or 'too_many_requests' for a caller with
 *   many sign-ups; the quiz ignores them (spec §8 "Silent")
 */
export async function subscribeFromQuiz(
  shop: Shop,
  body: ParsedBody<'subscribeFromQuiz'>,
  caller: Caller,
): Promise<Reply<'subscribeFromQuiz'>> {
  const email = requireEmail(body.email)
  const mayBeMailed = await limitMail(shop, caller, email, 'sign-up')
  await shop.db.transaction(async (tx) => {
    const [added] = await tx
      .insert(newsletterSubscribers)
      .values({
        email,
        name: body.recipientName.trim() || null,
        source: body.source ?? 'GiftEmail',
        subscribedAt: shop.now(),
        confirmedAt: shop.config.doubleOptIn ? null : shop.now(),
        token: newToken(),
      })
      .onConflictDoNothing()
      .returning({ id: newsletterSubscribers.id })
    if (added && mayBeMailed && !(await isDead(tx, email))) await mailSubscriber(shop, tx, added.id, email)
  })
  shop.wakeWorker()
  return { success: true }
}

/**
 * The address as stored in the list: trimmed and lower case.
 * @throws ShopError 'invalid_body' for an invalid email address (spec §5)
 */
function requireEmail(email: string): string {
  if (isEmail(email)) return normalizeEmail(email)
  const sentence = messages.quiz.invalidEmail
  throw new ShopError('invalid_body', sentence, { fields: { email: sentence } })
}

/** 256 random bits for a subscriber's links. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Confirms the subscriber with this link; a second click changes nothing. Returns false for an unknown link, and if its
 * owner has unsubscribed since: an old email must not undo that. Email arrives there: its owner has just read one.
 */
export async function confirmSubscriber(shop: Shop, token: string): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const [confirmed] = await tx
      .update(newsletterSubscribers)
      .set({ confirmedAt: sql`coalesce(${newsletterSubscribers.confirmedAt}, ${shop.now().toISOString()})` })
      .where(and(eq(newsletterSubscribers.token, token), eq(newsletterSubscribers.status, 'active')))
      .returning({ email: newsletterSubscribers.email })
    if (confirmed) await clearBounce(tx, confirmed.email)
    return confirmed !== undefined
  })
}

/** Unsubscribes the owner of this link. Doesn't reveal whether there was one. */
export async function unsubscribe(shop: Shop, token: string): Promise<void> {
  await shop.db
    .update(newsletterSubscribers)
    .set({
      status: subscriberStatus.to('unsubscribed', newsletterSubscribers.status),
      unsubscribedAt: shop.now(),
      confirmedAt: null,
    })
    .where(and(eq(newsletterSubscribers.token, token), ne(newsletterSubscribers.status, 'unsubscribed')))
}

/**
 * The links for a newsletter email, and the headers for one-click unsubscribing (RFC 2369, RFC 8058).
 * @param publicUrl without a trailing slash
 */
export function newsletterLinks(publicUrl: string, token: string) {
  const unsubscribe = `${publicUrl}/newsletter/unsubscribe/${token}`
  return {
    confirm: `${publicUrl}/newsletter/confirm/${token}`,
    unsubscribe,
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

const day = 24 * 60 * 60_000
/** Milliseconds after which an unconfirmed address gets a reminder. */
const remindAfter = terms.newsletterReminderDays * day
/** Rows per transaction. */
const batch = 200

/**
 * Reminds people who signed up and never confirmed, once, and deletes them after 30 days with the emails about it. Anyone
 * may have typed the address, so nothing else is ever sent there. Safe in several processes.
 */
export async function prunePendingSubscribers(shop: Shop): Promise<void> {
  await remind(shop)
  while ((await forget(shop)) === batch);
}

/** One outbox row per subscriber, so that nobody is reminded twice. */
async function remind(shop: Shop) {
  const now = shop.now()
  const from = keptSince('signUps', now).toISOString()
  const until = new Date(now.getTime() - remindAfter).toISOString()
  await shop.db.execute(sql`
    insert into outbox (kind, fact, run_at, due_at, created_at)
    select 'newsletter-reminder', s.id || ' reminder', t.now, t.now, t.now
    from newsletter_subscribers s, (select ${now.toISOString()}::timestamptz as now) t
    where s.confirmed_at is null and s.status in ${subscriberStatus.list('active')} and s.token is not null
      and s.mailed_at is not null and s.subscribed_at > ${from}::timestamptz and s.subscribed_at <= ${until}::timestamptz
      and not exists (select 1 from outbox o where o.fact = s.id || ' reminder' and o.kind = 'newsletter-reminder')
    on conflict do nothing`)
  shop.wakeWorker()
}

async function forget(shop: Shop): Promise<number> {
  const before = keptSince('signUps', shop.now())
  return shop.db.transaction(async (tx) => {
    const isOld = and(
      isNull(newsletterSubscribers.confirmedAt),
      // A literal, not a parameter: a plan for any status wouldn't use the partial index.
      sql`${newsletterSubscribers.status} in ${subscriberStatus.list('active')}`,
      lt(newsletterSubscribers.subscribedAt, before),
    )
    const old = await tx
      .select({ id: newsletterSubscribers.id })
      .from(newsletterSubscribers)
      .where(isOld)
      .limit(batch)
      .for('update', { skipLocked: true })
    if (old.length === 0) return 0
    const ids = old.map(({ id }) => id)
    // Only emails about the sign-up: someone may have bought belts with the same address.
    const isAboutIt = inArray(sql`left(${outbox.subjectId}, 36)`, ids)
    await tx
      .update(keptMails)
      .set({ subject: null, text: null, html: null, goneBecause: 'old' })
      .where(
        and(
          isNull(keptMails.goneBecause),
          inArray(keptMails.mailId, tx.select({ id: outbox.id }).from(outbox).where(isAboutIt)),
        ),
      )
    // A mail server's words name its mailbox.
    await tx.update(outbox).set({ recipient: null, lastError: null }).where(isAboutIt)
    await tx.delete(newsletterSubscribers).where(inArray(newsletterSubscribers.id, ids))
    return old.length
  })
}
