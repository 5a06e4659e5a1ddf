import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import { createCreditCode, creditOf, returnUnusedCredit } from '../../credit/store-credit.ts'
import { type Member, mailboxesOf } from '../../members/member.ts'
import type { Shop } from '../../shop/shop.ts'

/** Whether the member has credit, without the amount; empty if not signed in. */
export async function readCredit(
  shop: Shop,
  _input: unknown,
  member: Member | null,
): Promise<AccountReply<'readCredit'>> {
  if (!member) return { isThere: false, codes: [] }
  await returnUnusedCredit(shop)
  const { balanceCents, codes } = await creditOf(shop.db, await mailboxesOf(shop.db, member.email))
  return { isThere: balanceCents > 0, codes: codes.map(({ code }) => code) }
}

/** The amount of credit, for members who ask to see it. */
export async function readCreditAmount(
  shop: Shop,
  _input: unknown,
  member: Member,
): Promise<AccountReply<'readCreditAmount'>> {
  const { balanceCents, codes } = await creditOf(shop.db, await mailboxesOf(shop.db, member.email))
  return { balanceCents, codesCents: codes.reduce((total, { amountCents }) => total + amountCents, 0) }
}

/** Turns credit into a code. @throws ShopError 'not_possible' */
export async function makeOwnCreditCode(
  shop: Shop,
  input: AccountInput<'makeCreditCode'>,
  member: Member,
): Promise<AccountReply<'makeCreditCode'>> {
  const others = (await mailboxesOf(shop.db, member.email)).filter((email) => email !== member.email)
  await createCreditCode(shop, [member.email, ...others], input.isForCheckout)
  return readCredit(shop, input, member)
}
