import { callName, oneLine } from '../../domain/names.ts'
import { trackingOf } from '../../domain/tracking.ts'
import type { MailContent } from '../outbox/renderers.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'

/** What the member hears when a parcel leaves: only what an order knows, and no amount (club.md "Ship"). */
export type ShippedView = {
  /** the member: the recipient of a gift, the buyer of an own membership */
  to: string
  orderNumber: string
  /** who wears it, as it stands on the parcel */
  recipientName: string
  /** "Derby Row"; left out while nobody has recorded which belt it is */
  belt?: string
  trackingNumber: string
  /** true: nothing in it leads to a price */
  isGift: boolean
  /** the reader paid for a gift that somebody else gets */
  isGiver?: boolean
}

/** Renders it from its view alone. */
export function renderShipped(sender: Sender, view: ShippedView): Promise<MailContent> {
  const { to, orderNumber, isGift } = view
  const number = oneLine(view.trackingNumber)
  const tracking = trackingOf(number)
  const name = callName(view.recipientName)
  const gift = name ? `Your gift to ${name} is on its way` : 'Your gift is on its way'
  const belt = oneLine(view.belt)
  return renderNotice(sender, {
    to,
    subject: view.isGiver ? gift : belt ? `${belt} is on its way to you` : 'Your belt is on its way',
    title: view.isGiver
      ? `${gift}.`
      : name
        ? `${name}, your belt is on its way.`
        : 'Your belt is on its way.',
    paragraphs: [
      `${belt || (view.isGiver ? 'The belt' : 'It')} left us ${tracking ? `with ${tracking.carrier}` : 'today'}, and is most often there in 3 to 7 business days.`,
    ],
    list: {
      head: 'The parcel',
      lines: [
        `Tracking number ${number}`,
        `To ${oneLine(view.recipientName) || 'you'}`,
        `Order ${oneLine(orderNumber)}`,
      ],
    },
    ...(tracking ? { link: { words: `Follow it with ${tracking.carrier}`, href: tracking.link } } : {}),
    closing: [
      'Does it not fit, or is it not for you? An exchange is free within 30 days of delivery: reply to this mail and say which size or style you would like.',
    ],
    ...(isGift
      ? {}
      : { leave: { words: 'Manage or cancel your membership', href: `${sender.publicUrl}/account` } }),
    reason: view.isGiver
      ? 'You get this mail because you gave somebody a membership.'
      : isGift
        ? 'You get this mail because somebody gave you a membership.'
        : 'You get this mail because a belt of your membership has shipped.',
    isGift,
  })
}
