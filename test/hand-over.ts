import { randomUUID } from 'node:crypto'
import { and, eq, notInArray } from 'drizzle-orm'
import { handovers } from '../db/schema.ts'
import { handoverLink } from '../server/handovers/handover-link.ts'
import { signIn } from './admin.ts'
import type { StripeShop } from './create-stripe-shop.ts'

/**
 * Hands a membership over to someone, by default at `june@example.com` for "June Park", who wears size 38. One that renews gets
 * their card.
 */
export async function handOver(test: StripeShop, membershipId: string, to: NewMember) {
  const { token, told } = await offerTo(test, membershipId, to)
  if (told.step === 'done') return
  await giveCard(test, token, told)
  const { step } = (await test.post('/api/account/handover/take', { token })).body
  if (step !== 'done') throw new Error(`the handover is at ${step}`)
}

type NewMember = { name: string; city: string; email?: string; size?: string }

/** The same, for one that renews, up to their card: then they close the page. Returns their link's token. */
export async function handOverUpToCard(test: StripeShop, membershipId: string, to: NewMember) {
  const { token, told } = await offerTo(test, membershipId, to)
  await giveCard(test, token, told)
  return token
}

async function giveCard(test: StripeShop, token: string, told: Told) {
  await test.post('/api/account/handover/terms', { token, terms: told.card.terms })
  await test.confirm(told.card.clientSecret)
}

type Told = { step: string; card: { terms: string; clientSecret: string } }

async function offerTo(test: StripeShop, membershipId: string, to: NewMember) {
  const chosen = await askToTakeOver(test, membershipId, to)
  const told: Told = (await test.post('/api/account/handover/choice', chosen)).body
  return { token: chosen.token, told }
}

/** Asks someone to take it over. Returns what they then choose, behind their link. */
export async function askToTakeOver(
  test: StripeShop,
  membershipId: string,
  { name, city, email = `${name.toLowerCase().split(' ')[0]}@example.com`, size = '38' }: NewMember,
) {
  const owner = await signIn(test)
  const asked = { act: { act: 'hand-over', name, email }, reason: 'They asked', askedAs: randomUUID() }
  const answer = await owner.post(`/api/admin/memberships/${membershipId}/acts`, asked)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  const isOpen = and(
    eq(handovers.membershipId, membershipId),
    notInArray(handovers.state, ['done', 'withdrawn']),
  )
  const [open] = await test.shop.db.select().from(handovers).where(isOpen)
  const token = (await handoverLink(test.shop, open!)).split('/handover/')[1]!
  const address = {
    fullName: name,
    address: '4 Pine Street',
    address2: '',
    city,
    state: 'OR',
    zipCode: '97301',
  }
  return { token, styles: ['casual'], size, address }
}
