import { contactAcknowledgement, contactToSupport } from '../emails/contact-mails.tsx'
import { orderConfirmation } from '../emails/order-confirmation.tsx'
import type { Mail } from '../mailer.ts'
import type { Shop } from '../shop.ts'

export type MailContent = Pick<Mail, 'to' | 'subject' | 'html' | 'text' | 'replyTo'>

/** Every kind of mail in the outbox and who writes it. `fact` is what the row is about, e.g. an order's id. */
export const renderers = {
  'order-confirmation': orderConfirmation,
  'contact-to-support': contactToSupport,
  'contact-acknowledgement': contactAcknowledgement,
} satisfies Record<string, (shop: Shop, fact: string) => Promise<MailContent>>

export type OutboxKind = keyof typeof renderers
