import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { answerDelay } from '../../delays/answer-delay.ts'
import { type DelayFound, openDelaysOf } from '../../delays/delay-links.ts'
import { nameForGiver } from '../../ledger/find-membership.ts'
import { type Member, mailboxesOf } from '../../members/member.ts'
import type { Shop } from '../../shop/shop.ts'

/** Belts that the signed-in member paid for, under any of their mailboxes, and that can't ship on their day. */
export async function listDelays(
  shop: Shop,
  _input: unknown,
  member: Member,
): Promise<AccountReply<'listDelays'>> {
  return { delays: (await openOf(shop, member)).map(viewOf) }
}

/** Answers a delay: wait, or a refund. @throws ShopError 'not_found' for someone else's, 'not_possible' once it shipped */
export async function answerOwnDelay(
  shop: Shop,
  { delayId, answer }: AccountInput<'answerDelay'>,
  member: Member,
): Promise<AccountReply<'answerDelay'>> {
  const theirs = await openOf(shop, member)
  if (!theirs.some(({ delay }) => delay.id === delayId))
    throw new ShopError('not_found', 'This has already been settled. Reload the page.')
  await answerDelay(shop, { delayId, answer, by: member.email })
  return listDelays(shop, {}, member)
}

const openOf = async (shop: Shop, { email }: Member) => openDelaysOf(shop, await mailboxesOf(shop.db, email))

function viewOf({ delay, box, membership }: DelayFound) {
  const { id, reason, wasDay, newDay, silence, refundAfter, answer } = delay
  return {
    ...{ id, drop: box.drop, reason, wasDay, newDay, silence, refundAfter, answer },
    recipientName: membership.isGift ? nameForGiver(membership) : null,
  }
}
