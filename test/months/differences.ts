import { asc, eq } from 'drizzle-orm'
import { boxes, membershipPayments, memberships } from '../../db/schema.ts'
import type { ClubMonths } from './club-months.ts'
import type { ModelMembership } from './model-membership.ts'
import { renews } from './model-wishes.ts'

type Row = typeof memberships.$inferSelect

/** Compares shop and provider with the model: the first difference as a sentence, or null. */
export async function differences(club: ClubMonths): Promise<string | null> {
  return chargesDiffer(club) ?? (await membershipsDiffer(club))
}

function chargesDiffer({ test, members }: ClubMonths): string | null {
  const line = (at: Date, customer: string | null, amount: number) =>
    `${at.toISOString()} ${customer} ${amount}`
  const made = test.stripe
    .charges()
    .filter((charge) => charge.paid)
    .map((charge) => line(new Date(charge.created * 1000), charge.customer, charge.amount))
  return firstDifference('charge', made.sort(), expectedCharges(members, line).sort())
}

function expectedCharges(
  members: ModelMembership[],
  line: (at: Date, customer: string, amount: number) => string,
): string[] {
  const firsts = new Map<number, { at: Date; customer: string; sum: number }>()
  const lines: string[] = []
  for (const { payments, cart, customerId } of members)
    for (const [index, { at, netCents, taxCents }] of payments.entries()) {
      const sum = netCents + taxCents
      if (index === 0) {
        const before = firsts.get(cart)?.sum ?? 0
        firsts.set(cart, { at, customer: customerId, sum: before + sum })
      } else if (sum > 0) lines.push(line(at, customerId, sum))
    }
  for (const { at, customer, sum } of firsts.values()) if (sum > 0) lines.push(line(at, customer, sum))
  return lines
}

async function membershipsDiffer({ test, members }: ClubMonths): Promise<string | null> {
  const { db } = test.shop
  const rows = await db.select().from(memberships)
  const paid = await db.select().from(membershipPayments).orderBy(asc(membershipPayments.paidAt))
  const ledger = await db
    .select({ box: boxes })
    .from(boxes)
    .innerJoin(membershipPayments, eq(boxes.paymentId, membershipPayments.id))
    .orderBy(asc(membershipPayments.paidAt), asc(boxes.ordinal))
  for (const member of members) {
    const row = rows.find((each) => each.id === member.id)
    const payments = paid.filter((each) => each.membershipId === member.id)
    const theirs = ledger.filter(({ box }) => box.membershipId === member.id).map(({ box }) => box)
    const found =
      firstDifference('row', [described(row!)], [must(member)]) ??
      firstDifference(
        'payment',
        payments.map(
          (each) => `${each.paidAt.toISOString()} ${each.amountCents} ${each.creditCents} ${each.taxCents}`,
        ),
        member.payments.map(
          (each) => `${each.at.toISOString()} ${each.netCents} ${each.creditCents} ${each.taxCents}`,
        ),
      ) ??
      firstDifference(
        'box',
        theirs.map((box) => `${box.drop} ${box.state}`),
        member.boxes.map((box) => `${box.drop} ${box.state}`),
      )
    if (found) return `membership ${member.id}: ${found}\n${member.diary.join('\n')}`
  }
  return null
}

const described = (row: Row) => `${row.status} ${row.renews ? 'renews' : 'ends'} ${row.paidUntil}`
const must = (member: ModelMembership) =>
  `${member.status} ${renews(member) ? 'renews' : 'ends'} ${member.paidUntil}`

function firstDifference(what: string, found: string[], expected: string[]): string | null {
  const index = found.findIndex((each, place) => each !== expected[place])
  const at = index >= 0 ? index : found.length
  if (index < 0 && found.length === expected.length) return null
  return `${what} ${at} is ${found[at] ?? 'missing'}, expected ${expected[at] ?? 'none'}`
}
