import type { MembershipView } from '../../domain/account/account-view.ts'
import { unshippedStates } from '../../domain/box.ts'
import { dropName, dropTitle } from '../../domain/drop.ts'
import { callName } from '../../domain/names.ts'

/** The next belt is the title of its membership (look.md "Member's page"). */
export function membershipTitle({ role, wearer, next, boxes }: MembershipView): string {
  const whose = role === 'giver' ? `${possessive(callName(wearer))} ` : 'Your '
  // A box whose cut-off is over is the next that comes, though nothing of it can be changed.
  const underWay = boxes.find(({ state }) => unshippedStates.includes(state))
  const drop = underWay && (!next || underWay.drop < next.drop) ? underWay.drop : next?.drop
  return drop ? `${whose}${dropName(drop)} belt` : `${whose}belts`
}

/** "Gift, 4 of 6 sent, ends May 2027": never as "cancelled" (club.md). */
export function membershipLine(membership: MembershipView): string {
  const { isGift, role, giver, wearer, sentCount, term, lastDrop, money } = membership
  if (isGift) {
    const who = role === 'recipient' ? (giver ? `Gift from ${giver}` : 'Gift') : `Gift for ${wearer}`
    const isOver = term.count > 0 && term.sent === term.count
    const end = lastDrop ? `${isOver ? 'ended' : 'ends'} ${dropTitle(lastDrop)}` : null
    return [who, `${term.sent} of ${term.count} sent`, end].filter(Boolean).join(', ')
  }
  const plan = money?.planName
  const sent = term.count > 1 ? `${term.sent} of ${term.count} sent` : sentWords(sentCount)
  return [wearer, plan, sent].filter(Boolean).join(', ')
}

function sentWords(count: number): string {
  if (count === 0) return 'none sent yet'
  return count === 1 ? '1 belt sent' : `${count} belts sent`
}

function possessive(name: string): string {
  return name ? `${name}’s` : 'The'
}
