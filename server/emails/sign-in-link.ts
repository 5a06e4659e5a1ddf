import { eq } from 'drizzle-orm'
import { accountLinks, outbox } from '../../db/schema.ts'
import { parsePayload } from '../../domain/mail-payloads.ts'
import { memberTokenHash, newMemberToken } from '../members/member-session.ts'

import type { Dropped, MailContent } from '../shop/mailer.ts'

import type { Shop } from '../shop/shop.ts'
import {
  dataLinkHours,
  magicLinkMinutes,
  renderDataLink,
  renderExchangeLink,
  renderMagicLink,
} from './magic-link.ts'

/**
 * Writes the email with the sign-in link. The token is behind the link's #: browsers never send that part, neither in a
 * request nor as a referrer, and scanners that follow email links don't use it up.
 * @param subjectId of the outbox row that asks for it
 */
export async function signInLink(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const made = await newLink(shop, subjectId)
  if ('droppedBecause' in made) return made
  return renderMagicLink(shop.config, {
    to: made.email,
    link: `${shop.config.publicUrl}/account#${made.token}`,
  })
}

/** The same link, opening the order named on the returns page. */
export async function exchangeLink(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const made = await newLink(shop, subjectId)
  if ('droppedBecause' in made) return made
  const orderNumber = made.orderNumber!
  const link = `${shop.config.publicUrl}/account?exchange=${encodeURIComponent(orderNumber)}#${made.token}`
  return renderExchangeLink(shop.config, { to: made.email, orderNumber, link })
}

/** The link to someone's data, or to its deletion. */
export async function dataRequest(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const [row] = await shop.db
    .select({ payload: outbox.payload, createdAt: outbox.createdAt })
    .from(outbox)
    .where(eq(outbox.subjectId, subjectId))
  const { email, wish } = parsePayload('data-request', row!.payload)
  const expiresAt = new Date(row!.createdAt.getTime() + dataLinkHours * 60 * 60_000)
  if (expiresAt <= shop.now()) return { droppedBecause: 'the link would be too old' }
  const token = newMemberToken()
  const purpose = wish === 'copy' ? 'data-copy' : 'data-deletion'
  await shop.db
    .insert(accountLinks)
    .values({ tokenHash: memberTokenHash(token), purpose, email, expiresAt, createdAt: shop.now() })
  return renderDataLink(shop.config, {
    ...{ to: email, wish },
    link: `${shop.config.publicUrl}/mail/my-data/${token}`,
  })
}

type NewLink = { email: string; orderNumber?: string; token: string }

async function newLink(shop: Shop, subjectId: string): Promise<NewLink | Dropped> {
  const [row] = await shop.db
    .select({ payload: outbox.payload, createdAt: outbox.createdAt })
    .from(outbox)
    .where(eq(outbox.subjectId, subjectId))
  const { email, orderNumber } = parsePayload('magic-link', row!.payload)
  const expiresAt = new Date(row!.createdAt.getTime() + magicLinkMinutes * 60_000)
  if (expiresAt <= shop.now()) return { droppedBecause: 'the link would be too old' }
  const token = newMemberToken()
  await shop.db.insert(accountLinks).values({
    tokenHash: memberTokenHash(token),
    purpose: 'sign-in',
    email,
    expiresAt,
    createdAt: shop.now(),
  })
  return { email, token, ...(orderNumber === undefined ? {} : { orderNumber }) }
}
