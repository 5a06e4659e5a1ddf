import { eq, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../db/database.ts'
import { exchangeState } from '../../db/schema/states.ts'
import { membershipPayments } from '../../db/schema.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { beltAccounts } from '../billing/belt-accounts.ts'
import { givenBefore } from '../billing/given-before.ts'
import { mailboxesOf } from '../members/member.ts'
import { type Box, type Membership, paidBox } from './sent-box.ts'

/**
 * Whether a person has to look at a claim, because it isn't the first one: of this belt or one of its chain, of its wearer
 * under any of their addresses, or of whoever pays for it; or because money was given back for the belt already
 * (docs/decisions/122).
 * @param except the claim itself, once it is written
 */
export async function isAnotherClaim(
  tx: Transaction,
  membership: Membership,
  box: Box,
  except?: string,
): Promise<boolean> {
  return (await hasClaimed(tx, membership, box, except)) || (await isGivenBack(tx, box, except))
}

/** Whether the belt broke or didn't come before. A request its member took back doesn't count. */
async function hasClaimed(
  tx: Transaction,
  { memberEmail, payerEmail }: Membership,
  box: Box,
  except: string | undefined,
): Promise<boolean> {
  const typed = [memberEmail, payerEmail].filter((email) => email !== null).map(normalizeEmail)
  const emails = new Set(typed)
  for (const email of typed) for (const other of await mailboxesOf(tx, email)) emails.add(other)
  const theirs = [...emails].map((email) => sql`${email}`)
  const byMail =
    theirs.length === 0
      ? sql``
      : sql`or b.membership_id in (select m.id from memberships m
          where m.member_email in (${sql.join(theirs, sql`, `)}) or m.payer_email in (${sql.join(theirs, sql`, `)}))`
  const found = await rowsOf(
    tx,
    sql`select 1 from boxes b join exchanges e on e.box_id = b.id
      where e.kind in ('damaged', 'lost') and e.state not in ${exchangeState.list('cancelled')}
        ${except ? sql`and e.id <> ${except}::uuid` : sql``}
        and (b.person_id = ${box.personId} or b.membership_id = ${box.membershipId} ${byMail}) limit 1`,
  )
  return found.length > 0
}

/** Whether something of what was paid for a belt was kept or given back, as money, credit or belts. */
async function isGivenBack(tx: Transaction, box: Box, except: string | undefined): Promise<boolean> {
  const paid = await paidBox(tx, box)
  if (paid.paymentId === null || paid.valueCents === 0) return false
  const { leftCents } = (await beltAccounts(tx, [paid], except)).get(paid.id)!
  if (leftCents < paid.valueCents) return true
  const [payment] = await tx
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.id, paid.paymentId))
  const given = (await givenBefore(tx, payment!)).reduce((sum, each) => sum + each.amountCents, 0)
  return given > 0 && payment!.amountCents - given < paid.valueCents
}
