import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import { isReachable } from '../../../domain/address.ts'
import { countHit } from '../../limits/count-hits.ts'
import type { Member } from '../../members/member.ts'
import { verdictOf } from '../../parcels/check-address.ts'
import { receiverOf } from '../../parcels/labels.ts'
import type { Shop } from '../../shop/shop.ts'

/** Address checks per member and hour: the carrier may charge for each. */
const mostAsked = 20

/** Checks an address with the carrier before the member saves it. If there's no carrier or no answer, reports nothing. */
export async function checkOwnAddress(
  shop: Shop,
  input: AccountInput<'checkAddress'>,
  member: Member,
): Promise<AccountReply<'checkAddress'>> {
  const nothing = { problem: null, suggestion: null }
  // Missing or invalid fields are reported when the address is saved.
  const isWhole = isReachable(input) && input.address.trim() !== '' && input.city.trim() !== ''
  if (!isWhole || !shop.carrier || (await countHit(shop, 'address-check', member.email)) > mostAsked)
    return nothing
  try {
    const { problem, suggestion: known } = await verdictOf(shop.carrier, receiverOf(input))
    const suggestion = known && {
      ...{ address: known.street1, address2: known.street2, city: known.city },
      ...{ state: known.state, zipCode: known.zip },
    }
    return { problem, suggestion }
  } catch (error) {
    shop.log.warn({ error }, 'an address could not be checked; it is taken as it was typed')
    return nothing
  }
}
