import { type Drop, dropName } from '../../domain/drop.ts'
import { callName, oneLine } from '../../domain/names.ts'
import type { MailContent } from '../outbox/renderers.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'

export type GiftProgressView = {
  /** the giver */
  to: string
  recipientName: string
  /** belts that have shipped, this one included, of all that were given */
  sent: number
  belts: number
  /** "The Ashbury"; left out while nobody has recorded which belt it is */
  belt?: string
  /** the drop of the last belt */
  lastDrop: Drop
}

/** What the giver hears when a belt of the gift ships (club.md "Ship"). */
export function renderGiftProgress(sender: Sender, view: GiftProgressView): Promise<MailContent> {
  const { sent, belts, lastDrop } = view
  const name = callName(view.recipientName) || 'your recipient'
  const isLast = sent >= belts
  const belt = oneLine(view.belt) || 'A belt'
  return renderNotice(sender, {
    to: view.to,
    subject: `Belt ${sent} of ${belts} is on its way to ${name}`,
    title: `${belt} is on its way to ${name}.`,
    paragraphs: [
      isLast
        ? `That was ${belts === 1 ? 'the belt' : `the last of ${belts}`} of your gift. It ends by itself, and nothing is charged.`
        : `Your gift: ${sent} of ${belts} sent, the last one in ${dropName(lastDrop)} ${lastDrop.slice(0, 4)}. It ends by itself, and nothing is charged.`,
    ],
    reason: 'You get this mail because you gave a membership.',
  })
}
