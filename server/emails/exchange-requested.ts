import { and, eq } from 'drizzle-orm'
import { parcels } from '../../db/schema.ts'
import { type CalendarDate, formatDay } from '../../domain/calendar-date.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { orderAnswer, refundTime } from '../../domain/term-words.ts'
import { type ExchangeView, exchangeReason, loadExchangeView } from '../exchanges/exchange-view.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { type Notice, renderNotice } from './notice.tsx'

/** Writes the exchange-requested email: how to send the belt back, and what happens next. */
export async function exchangeRequested(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { exchangeId } = subjectOf('exchange-requested', subjectId)
  const { view, state } = await loadExchangeView(shop, exchangeId)
  if (state === 'cancelled') return { droppedBecause: 'the exchange was canceled before the email left' }
  return withLabel(shop, exchangeId, view, await renderExchangeRequested(senderOf(shop), view))
}

export function renderExchangeRequested(sender: Sender, view: ExchangeView): Promise<MailContent> {
  const { to, isGift, number } = view
  const belt = view.belt || 'your belt'
  return renderNotice(sender, {
    to,
    subject: view.comesBack
      ? `How to send it ${view.remedy === 'repair' ? 'in' : 'back'}: ${number}`
      : `We’re making it right: ${number}`,
    title: view.comesBack
      ? titleOf(view, belt)
      : view.remedy === 'replacement'
        ? 'We’re sending you a new one.'
        : 'We’re making it right.',
    paragraphs: view.comesBack ? backParagraphs(view, sender.today) : damagedParagraphs(view, belt),
    ...(view.comesBack ? { list: labelList(view) } : {}),
    link: { words: 'See where it stands', href: `${sender.publicUrl}/account` },
    closing: view.comesBack
      ? [
          `Changed your mind? Keep the belt and cancel the ${view.remedy === 'repair' ? 'repair' : 'return'} on your membership page before you ship it.`,
        ]
      : view.kind === 'lost'
        ? []
        : ['A photo of the damage helps us see what went wrong. If you have one, just reply with it.'],
    reason: exchangeReason(view),
    isGift,
  })
}

function titleOf({ remedy, kind }: ExchangeView, belt: string): string {
  if (remedy === 'repair') return 'We’ll repair it.'
  if (remedy !== 'replacement') return `${belt} goes back.`
  return kind === 'size' ? 'The other size is yours.' : 'The other belt is yours.'
}

function backParagraphs(
  { remedy, wanted, sendBy, belt }: ExchangeView,
  today: CalendarDate,
): [string, ...string[]] {
  const after = {
    repair: `${belt || 'Your belt'} is covered. Send it in, and we’ll repair it and send it back to you, free.`,
    replacement: `We’ve set ${wanted} aside for you. It ships once the return is received.`,
    refund: `Once the return is received, the full price goes back to the original payment method, within ${refundTime}.`,
    credit: 'Once the return is received, you’ll get store credit for it. It doesn’t expire.',
  }[remedy]
  return [
    after,
    remedy === 'repair'
      ? `Ship it by ${formatDay(sendBy, today)}. Any box will do, and shipping’s on us both ways.`
      : `Send ${belt ? belt : 'the belt'} back by ${formatDay(sendBy, today)}, unworn and in its packaging. Shipping’s on us.`,
  ]
}

function damagedParagraphs({ kind, remedy, wanted }: ExchangeView, belt: string): [string, ...string[]] {
  const another = wanted === belt ? 'another one' : wanted
  if (kind === 'lost')
    return [
      remedy === 'replacement'
        ? `We’re sorry ${belt} never reached you. We’ve set ${another} aside for you, and it ships right away.`
        : remedy === 'refund'
          ? `We’re sorry ${belt} never reached you. The full price goes back to the original payment method, within ${refundTime}.`
          : `We’re sorry ${belt} never reached you. You’ll get store credit for it. It doesn’t expire.`,
      'If it shows up after all, leave the box sealed and let us know.',
    ]
  const what =
    remedy === 'replacement'
      ? `We’re sorry about ${belt}. We’ve set ${another} aside for you, and it ships right away.`
      : `We’re sorry about ${belt}. We’ll make it right.`
  return [what, 'No need to send anything back.']
}

function labelList({ label, number, orderNumber }: ExchangeView): Notice['list'] {
  const about = `Return ${number}, order ${orderNumber}`
  if (!label)
    return { head: 'Your return label', lines: [`We’ll email it to you within ${orderAnswer}. ${about}`] }
  const code = 'No printer? Show the attached code at the post office and they’ll print it.'
  return {
    head: 'Your prepaid return label is attached',
    lines: ['Print it and tape it over the old label.', ...(label.hasCode ? [code] : []), about],
  }
}

/** Writes the return-label email, sent if the first email had to go out without the label. */
export async function returnLabel(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { exchangeId } = subjectOf('exchange-requested', subjectId)
  const { view, state } = await loadExchangeView(shop, exchangeId)
  if (state !== 'requested') return { droppedBecause: `the exchange was ${state} before the email left` }
  if (!view.label) return { droppedBecause: 'the label was taken back' }
  return withLabel(shop, exchangeId, view, await renderReturnLabel(senderOf(shop), view))
}

export function renderReturnLabel(sender: Sender, view: ExchangeView): Promise<MailContent> {
  return renderNotice(sender, {
    to: view.to,
    subject: `Your return label: ${view.number}`,
    title: 'Here’s your return label.',
    paragraphs: [
      view.remedy === 'repair'
        ? `Ship ${view.belt || 'the belt'} by ${formatDay(view.sendBy, sender.today)} and we’ll repair it. Any box will do, and shipping’s on us both ways.`
        : `Send ${view.belt || 'the belt'} back by ${formatDay(view.sendBy, sender.today)}, unworn and in its packaging. Shipping’s on us.`,
    ],
    list: labelList(view),
    link: { words: 'See where it stands', href: `${sender.publicUrl}/account` },
    reason: exchangeReason(view),
    isGift: view.isGift,
  })
}

async function withLabel(
  shop: Shop,
  exchangeId: string,
  { number, label }: ExchangeView,
  mail: MailContent,
): Promise<MailContent> {
  if (!label) return mail
  const [found] = await shop.db
    .select({ pdf: parcels.pdf, qr: parcels.qr })
    .from(parcels)
    .where(and(eq(parcels.exchangeId, exchangeId), eq(parcels.label, 'bought')))
  const pdf = found?.pdf && { fileName: `${number}.pdf`, contentType: 'application/pdf', content: found.pdf }
  const code = found?.qr && { fileName: `${number}-code.png`, contentType: 'image/png', content: found.qr }
  return { ...mail, attachments: [pdf, code].filter((file) => !!file) }
}
