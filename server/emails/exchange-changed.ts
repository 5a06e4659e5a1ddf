import { eq } from 'drizzle-orm'
import { exchanges } from '../../db/schema.ts'
import type { ExchangeState } from '../../domain/exchange.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type ExchangeView, exchangeReason, loadExchangeView } from './exchange-view.ts'
import type { Sender } from './layout.tsx'
import { manageLink, renderNotice } from './notice.tsx'

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
        : `The full price goes back to the original payment method${waits ? ' once your belt is back' : ', within 5-7 business days'}.`,
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
  return renderExchangeChanged(shop.config, view, state)
}
