import { eq } from 'drizzle-orm'
import { exchanges } from '../../db/schema.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import type { ExchangeState } from '../../domain/exchange.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { callName, oneLine } from '../../domain/slug.ts'
import { orderAnswer, refundTime, usualDelivery } from '../../domain/term-words.ts'
import { trackingOf } from '../../domain/tracking.ts'
import {
  type ExchangeReader,
  type ExchangeView,
  exchangeReason,
  loadExchangeView,
} from '../exchanges/exchange-view.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { manageLink, type Notice, renderNotice } from './notice.tsx'

type Words = (view: ExchangeView, sender: Sender) => Omit<Notice, 'to' | 'reason' | 'isGift'>

/** A belt that never came isn't a matter of the warranty. */
const claimOf = ({ kind }: ExchangeView) => (kind === 'lost' ? 'claim' : 'warranty claim')

/** The emails about an exchange after its request, by outbox kind. */
const exchangeLabel = {
  'return-received': (view) => ({
    subject: `Your return ${view.number} is here`,
    title: view.remedy === 'repair' ? 'Your belt is here.' : 'We’ve got your belt back.',
    paragraphs: [
      {
        repair: 'Thank you. We’ll repair it, send it back, and email you when it’s on its way.',
        replacement: `Thank you. ${view.wanted} ships now, and we’ll email you when it’s on its way.`,
        refund: `Thank you. The full price goes back to the original payment method, within ${refundTime}.`,
        credit: 'Thank you. Your store credit is next, and we’ll email you when it’s ready.',
      }[view.remedy],
    ],
  }),
  'replacement-shipped': (view) => {
    const number = oneLine(view.trackingNumber)
    const tracking = trackingOf(number)
    const name = callName(view.recipientName)
    const isRepaired = view.remedy === 'repair'
    const what = isRepaired ? view.belt || 'Your belt' : view.wanted
    const belt = isRepaired ? 'your repaired belt' : 'your new belt'
    return {
      subject: `${what} is on its way ${isRepaired ? 'back ' : ''}to you`,
      title: name
        ? `${name}, ${belt} is on its way.`
        : `${belt[0]!.toUpperCase()}${belt.slice(1)} is on its way.`,
      paragraphs: [
        `${what} left us ${tracking ? `with ${tracking.carrier}` : 'today'} and usually arrives in ${usualDelivery}.`,
      ],
      list: {
        head: 'Your package',
        lines: [
          ...(number ? [`Tracking number ${number}`] : []),
          `To ${oneLine(view.recipientName) || 'you'}`,
          `Order ${view.orderNumber}, ${isRepaired ? 'claim' : 'return'} ${view.number}`,
        ],
      },
      ...(tracking ? { link: { words: `Follow it with ${tracking.carrier}`, href: tracking.link } } : {}),
    }
  },
  'return-credited': (view, sender) => ({
    subject: 'Your store credit is ready',
    title: 'Your store credit is ready.',
    paragraphs: [
      `It’s for the belt ${{ damaged: 'that broke', lost: 'that never came' }[view.kind as string] ?? 'you sent back'}${view.belt ? `, ${view.belt}` : ''}. It doesn’t expire.`,
      'Turn it into a code on your membership page, and use it any time you join or give a gift.',
    ],
    link: { words: 'Open my membership page', href: `${sender.publicUrl}/account` },
  }),
  'exchange-expired': (view, sender) => ({
    subject: `Your return ${view.number} hasn’t arrived`,
    title: 'We haven’t seen your belt.',
    paragraphs: [
      view.remedy === 'repair'
        ? 'So we’ve closed the repair. It’s still under warranty, so you can ask again on your membership page.'
        : view.remedy === 'replacement'
          ? `So we’ve stopped holding ${view.wanted}. The belt you have is yours to keep.`
          : 'So we’ve closed the return, and the belt you have is yours to keep.',
      `Is it on its way, or lost? Reply to this email or write to ${sender.supportEmail} and we’ll track it down.`,
    ],
  }),
  'warranty-claimed': (view, sender) => ({
    subject: `We have your ${claimOf(view)}: ${view.number}`,
    title: 'Thanks for telling us.',
    paragraphs: [
      `We’re sorry about ${view.belt || 'your belt'}. A person looks at every claim, and we’ll answer yours within ${orderAnswer}.`,
      view.kind === 'lost'
        ? 'Did it turn up after all, or did you forget something? Just reply to this email.'
        : 'Keep the belt until then. Forgot something, or have another photo? Just reply to this email.',
    ],
    link: { words: 'See where it stands', href: `${sender.publicUrl}/account` },
  }),
  'warranty-settled': (view) => ({
    subject: `Your ${claimOf(view)} ${view.number}`,
    title: 'It’s covered.',
    paragraphs: [
      `We’re sorry about ${view.belt || 'your belt'}, and we don’t have another like it. We’ll settle it with the person who gave you the belt.`,
      view.kind === 'lost'
        ? 'If it turns up after all, it’s yours to keep.'
        : 'Keep the belt, or throw it away. No need to send anything back.',
    ],
  }),
  'warranty-offered': (view, sender) => ({
    subject: `You decide: the belt you gave ${callName(view.recipientName) || 'someone'}`,
    title: view.kind === 'lost' ? 'A belt you gave never came.' : 'A belt you gave broke. It’s covered.',
    paragraphs: [
      `${view.belt || 'A belt'} of your gift to ${callName(view.recipientName) || 'someone'} ${view.kind === 'lost' ? 'never came' : 'broke'}, and we don’t have another like it. Take the money back on your card, or let them have it as store credit.`,
      `If we don’t hear from you by ${formatDay(view.sendBy, sender.today)}, it goes back to your card.`,
    ],
    link: { words: 'Choose on your membership page', href: `${sender.publicUrl}/account` },
    closing: [`Order ${view.orderNumber}, claim ${view.number}`],
  }),
  'warranty-declined': (view, sender) => ({
    subject: `About your ${claimOf(view)} ${view.number}`,
    title: view.kind === 'lost' ? 'We can’t replace this one.' : 'This one isn’t covered.',
    paragraphs: [
      view.answer || 'The warranty doesn’t cover what happened to it.',
      `See it differently, or have another photo? Reply to this email, or write to ${sender.supportEmail}.`,
    ],
  }),
  'return-refused': (view, sender) => ({
    subject: `About your return ${view.number}`,
    title: 'We’re sending your belt back.',
    paragraphs: [
      'It was worn, or came without its packaging, so we can’t take it back. We’re sending it back to you, and shipping’s on us.',
      `See it differently? Reply to this email, or write to ${sender.supportEmail}.`,
    ],
  }),
} satisfies Record<string, Words>

export type ExchangeMail = keyof typeof exchangeLabel

/** Returns the writer for a kind of email, whose subject id is "membership:exchange". */
export function exchangeMail(kind: ExchangeMail) {
  const reader = readers[kind]
  return async (shop: Shop, subjectId: string): Promise<MailContent> => {
    const { exchangeId } = subjectOf(kind, subjectId)
    return renderExchangeMail(senderOf(shop), kind, (await loadExchangeView(shop, exchangeId, reader)).view)
  }
}

/** For a gift's broken belt, the wearer and the giver each get emails of their own. */
const readers: Partial<Record<ExchangeMail, ExchangeReader>> = {
  'warranty-claimed': 'claimant',
  'warranty-declined': 'claimant',
  'warranty-settled': 'wearer',
  'warranty-offered': 'payer',
}

export function renderExchangeMail(
  sender: Sender,
  kind: ExchangeMail,
  view: ExchangeView,
): Promise<MailContent> {
  const words: Omit<Notice, 'to' | 'reason' | 'isGift'> = (exchangeLabel[kind] as Words)(view, sender)
  return renderNotice(sender, {
    ...words,
    ...(view.isGift || view.remedy !== 'refund' ? {} : manageLink(sender)),
    to: view.to,
    reason: exchangeReason(view),
    isGift: view.isGift,
  })
}

/** Says that the member gets something else instead. No amounts and no links to prices for a gift's recipient. */
export function renderExchangeChanged(
  sender: Sender,
  view: ExchangeView,
  state: ExchangeState,
): Promise<MailContent> {
  const waits = state === 'requested' && view.comesBack
  const given = {
    replacement: {
      title: 'We’ve set aside another belt for you.',
      words: `Instead, we’ve set aside ${view.wanted}. It ships ${waits ? 'once yours is back' : 'now, and we’ll email you when it’s on its way'}.`,
    },
    refund: {
      title: 'We’ll make it right another way.',
      words: view.isGift
        ? 'We’ll settle it with the person who gave you the belt.'
        : `The full price goes back to the original payment method${waits ? ' once your belt is back' : `, within ${refundTime}`}.`,
    },
    credit: {
      title: 'You’re getting store credit instead.',
      words: `You’ll get store credit for it${waits ? ' once yours is back' : ''}, and it doesn’t expire. We’ll email you when it’s ready.`,
    },
    repair: { title: 'We’ll repair it.', words: 'We’ll repair it and send it back to you, free.' },
  }[view.remedy]
  return renderNotice(sender, {
    to: view.to,
    subject: `About your exchange ${view.number}`,
    title: given.title,
    paragraphs: [
      view.kind === 'damaged'
        ? 'We had a closer look at your claim, and something else suits it better.'
        : 'We’re sorry: the belt you asked for has sold out.',
      given.words,
      `Want something else? Reply to this email, or write to ${sender.supportEmail}.`,
    ],
    ...(view.isGift || view.remedy !== 'refund' ? {} : manageLink(sender)),
    reason: exchangeReason(view),
    isGift: view.isGift,
  })
}

/** Writes the exchange-changed email. @param subjectId "membership:exchange:what is given now" */
export async function exchangeChanged(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { exchangeId, given } = subjectOf('exchange-changed', subjectId)
  const [exchange] = await shop.db.select().from(exchanges).where(eq(exchanges.id, exchangeId))
  if (!exchange) throw new Error(`exchange ${exchangeId} is gone`)
  if (given !== (exchange.replacementBoxId ?? exchange.remedy)) {
    return { droppedBecause: 'it was changed again, and a later email says so' }
  }
  // Goes to the wearer even if the money goes to the giver.
  const { view, state } = await loadExchangeView(shop, exchangeId, 'wearer')
  return renderExchangeChanged(senderOf(shop), view, state)
}
