import { formatDay } from '../../domain/calendar-date.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'

import type { Shop } from '../shop/shop.ts'
import { type ExchangeView, exchangeReason, labelLines, loadExchangeView } from './exchange-view.ts'

import type { Sender } from './layout.tsx'
import { type Notice, renderNotice } from './notice.tsx'

/** The mail of the outbox's kind exchange-requested: how the belt goes back, and what happens then. */
export async function exchangeRequested(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { view, state } = await loadExchangeView(shop, subjectId)
  if (state === 'cancelled') return { droppedBecause: 'the exchange was cancelled before the mail left' }
  return renderExchangeRequested(shop.config, view)
}

/** Renders it from its view alone. */
export function renderExchangeRequested(sender: Sender, view: ExchangeView): Promise<MailContent> {
  const { to, isGift, number } = view
  const belt = view.belt || 'your belt'
  return renderNotice(sender, {
    to,
    subject: view.comesBack ? `How to send it back: ${number}` : `We replace your belt: ${number}`,
    title: view.comesBack ? titleOf(view, belt) : 'A new one’s on its way soon.',
    paragraphs: view.comesBack ? backParagraphs(view) : damagedParagraphs(view, belt),
    ...(view.comesBack ? label(sender, view) : {}),
    link: { words: 'See where it stands', href: `${sender.publicUrl}/account` },
    closing: view.comesBack
      ? [`Changed your mind? Keep the belt and cancel the return on your member page before you ship it.`]
      : ['A photo of the damage helps us see what went wrong. If you have one, just reply with it.'],
    reason: exchangeReason(view),
    isGift,
  })
}

function titleOf({ remedy, kind }: ExchangeView, belt: string): string {
  if (remedy !== 'replacement') return `${belt} goes back.`
  return kind === 'size' ? 'The other size is yours.' : 'The other belt is yours.'
}

function backParagraphs({ remedy, wanted, sendBy, belt }: ExchangeView): [string, ...string[]] {
  const after = {
    replacement: `We’ve set ${wanted} aside for you. It ships once the return is received.`,
    refund:
      'Once the return is received, the full price goes back to the original payment method, within 5-7 business days.',
    credit: 'Once the return is received, you’ll get store credit for it. It doesn’t expire.',
  }[remedy]
  return [
    after,
    `Send ${belt ? belt : 'the belt'} back by ${formatDay(sendBy)}, unworn and in its packaging. Shipping’s on us.`,
  ]
}

function damagedParagraphs({ remedy, wanted }: ExchangeView, belt: string): [string, ...string[]] {
  const what =
    remedy === 'replacement'
      ? `We’re sorry about ${belt}. ${wanted} is set aside for you and ships right away.`
      : `We’re sorry about ${belt}. We’ll make it right.`
  return [what, 'No need to send anything back.']
}

function label(sender: Sender, view: ExchangeView): Pick<Notice, 'list'> {
  const lines = labelLines(sender, view)
  return {
    list: lines
      ? { head: 'Your return label: cut it out, or copy it onto the package', lines }
      : {
          head: 'Your return label',
          lines: [`We’ll email it to you within 12 hours. Return ${view.number}, order ${view.orderNumber}`],
        },
  }
}
