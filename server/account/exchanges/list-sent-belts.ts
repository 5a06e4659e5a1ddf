import type { AccountReply } from '../../../domain/account/calls.ts'
import type { Shop } from '../../shop.ts'
import type { Member } from '../member.ts'
import { sentBelts } from './sent-belts.ts'

/** The belts that were sent, with what may be done with each. */
export async function listSentBelts(
  shop: Shop,
  _input: unknown,
  member: Member,
): Promise<AccountReply<'listSentBelts'>> {
  return { belts: await sentBelts(shop, member) }
}
