import { and, asc, eq } from 'drizzle-orm'
import { handoverState } from '../../db/schema/states.ts'
import { boxes, handovers, orderItems } from '../../db/schema.ts'
import type { AccountInput } from '../../domain/account/contracts.ts'
import type { HandoverView } from '../../domain/account/handover-contracts.ts'
import { stateCode } from '../../domain/address.ts'
import { styles } from '../../domain/belt.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import type { CartItem } from '../../domain/cart.ts'
import { ShopError } from '../../domain/errors.ts'
import { changedTerms, type HandoverChoice } from '../../domain/handover.ts'
import { measuredFor } from '../../domain/measured.ts'
import { isSizeOption } from '../../domain/sizing.ts'
import { oneLine } from '../../domain/slug.ts'
import { requireAddress } from '../account/memberships/change-preferences.ts'
import { findMembership, type Membership } from '../ledger/find-membership.ts'
import { quoteTax } from '../ledger/quote-tax.ts'
import { limitCaller } from '../limits/count-hits.ts'
import type { AccountCaller, Member } from '../members/member.ts'
import { dueOf } from '../memberships/next-charge.ts'
import { nextTerms } from '../memberships/next-terms.ts'
import { renewalItem } from '../memberships/renewal-item.ts'
import type { Shop } from '../shop/shop.ts'
import { handoverWords } from './agreed-terms.ts'
import { finishHandover, isReady } from './finish-handover.ts'
import { type Handover, handoverOfLink, mergeChoice } from './handover-link.ts'
import { boxesToHandOver, needsCard, requireMovable } from './request-handover.ts'

/** Calls per hour from an address and its widest network: tokens can't be guessed, but a page can be flooded. */
const most: [number, number] = [120, 480]

async function opened(shop: Shop, token: string, caller: AccountCaller): Promise<Handover> {
  const sentence = 'That was a lot at once. Try again in an hour.'
  await limitCaller(shop, 'handover', caller.address, most, sentence)
  const handover = await handoverOfLink(shop, token)
  if (!handover) throw new ShopError('not_found', 'This link has expired. Ask for a new one.')
  return handover
}

/** What the new person is asked to take over. @throws ShopError 'not_found' for an expired link, 'too_many_requests' */
export async function openHandover(
  shop: Shop,
  { token }: AccountInput<'openHandover'>,
  _member: Member | null,
  caller: AccountCaller,
): Promise<HandoverView> {
  const handover = await opened(shop, token, caller)
  // The visitor returned from a bank's page, or reopened the link after giving a card.
  if (handover.state === 'accepted' && (await isReady(shop, handover)))
    await finishHandover(shop, handover.id).catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error
    })
  return viewOf(shop, await opened(shop, token, caller))
}

/**
 * Saves the new person's address, size and styles. If nothing renews, the membership is theirs right away; otherwise a card
 * is needed, and the page gets what the provider's form needs.
 * @throws ShopError 'not_found', 'invalid_body' naming what is missing, 'not_possible' if it can't be handed over now
 */
export async function chooseForHandover(
  shop: Shop,
  { token, ...typed }: AccountInput<'chooseForHandover'>,
  _member: Member | null,
  caller: AccountCaller,
): Promise<HandoverView> {
  const handover = await opened(shop, token, caller)
  if (handover.state === 'done') return viewOf(shop, handover)
  const membership = await findMembership(shop, handover.membershipId)
  if (!isSizeOption(typed.size, membership.gender, false)) {
    const sentence = 'Choose your belt size, or tell us you’re not sure.'
    throw new ShopError('invalid_body', sentence, { fields: { size: sentence } })
  }
  requireAddress(typed.address)
  await requireMovable(shop, membership, handover.toEmail)
  const measured = measuredFor(membership.gender, typed.size, typed.measured)
  const choice = {
    styles: styles.filter((style) => typed.styles.includes(style)),
    size: typed.size,
    ...(measured === null ? {} : { measured }),
    address: { ...typed.address, state: stateCode(typed.address.state) },
    consent: null,
  } satisfies HandoverChoice
  await keep(shop, handover, { choice })
  if (!needsCard(membership)) await finishHandover(shop, handover.id)
  else if (!handover.intentId) await beginCard(shop, membership, { ...handover, choice })
  return viewOf(shop, await opened(shop, token, caller))
}

async function keep(
  shop: Shop,
  { id, state }: Handover,
  { choice, ...kept }: { choice?: Partial<HandoverChoice>; customerId?: string; intentId?: string },
) {
  const isAsked = state === 'asked' ? { state: handoverState.to('accepted', handovers.state) } : {}
  await shop.db
    .update(handovers)
    .set({ ...kept, ...(choice && { choice: mergeChoice(choice) }), ...isAsked })
    .where(and(eq(handovers.id, id), eq(handovers.state, state)))
}

// The provider stores the handover's id, so a repeat returns the same customer and setup.
async function beginCard(shop: Shop, membership: Membership, handover: Handover) {
  const { plan, ...terms } = await nextTerms(shop, membership)
  const theirs = { ...membership, address: handover.choice!.address }
  const item = renewalItem(theirs, plan, dueOf(terms))
  const started = await shop.payments.start({
    ...{ checkoutId: handover.id, kind: 'setup', items: [item], email: handover.toEmail },
    taxes: await quoteTax(shop, [item], membership.paidUntil),
  })
  const { customerId, intentId } = started
  await keep(shop, { ...handover, state: 'accepted' }, { customerId, intentId })
}

/**
 * Stores the terms the new payer agreed to, before they give a card. @throws ShopError 'price_changed' if the wording has
 * changed
 */
export async function agreeToHandover(
  shop: Shop,
  { token, terms }: AccountInput<'agreeToHandover'>,
  _member: Member | null,
  caller: AccountCaller,
): Promise<HandoverView> {
  const handover = await opened(shop, token, caller)
  const view = await viewOf(shop, handover)
  if (!view.card || !handover.choice) return view
  if (terms !== view.card.terms) throw changedTerms()
  const consent = { text: terms, agreedAt: shop.now().toISOString(), on: view.card.on }
  await keep(shop, handover, { choice: { consent } })
  return view
}

/**
 * Hands the membership over after the card was given.
 * @throws ShopError 'payment_not_completed' if the provider has no card, 'not_possible' if it can't be handed over now
 */
export async function acceptHandover(
  shop: Shop,
  { token }: AccountInput<'takeHandover'>,
  _member: Member | null,
  caller: AccountCaller,
): Promise<HandoverView> {
  const handover = await opened(shop, token, caller)
  if (handover.state === 'asked') throw new ShopError('not_possible', 'Tell us first where your belts go.')
  await finishHandover(shop, handover.id)
  return viewOf(shop, await opened(shop, token, caller))
}

async function viewOf(shop: Shop, handover: Handover): Promise<HandoverView> {
  const { choice, state, toName, toEmail, expiresAt } = handover
  const membership = await findMembership(shop, handover.membershipId)
  const coming = await shop.db
    .select({ drop: boxes.drop })
    .from(boxes)
    .where(and(boxesToHandOver(membership.id), eq(boxes.kind, 'owed')))
    .orderBy(asc(boxes.drop))
  const isCharged = needsCard(membership)
  const { plan } = await nextTerms(shop, membership)
  const card =
    state === 'accepted' && isCharged && choice && handover.intentId
      ? await cardOf(shop, membership, handover, choice)
      : null
  return {
    ...{ toName, toEmail, fromName: await nameOf(shop, membership, state) },
    planName: isCharged ? plan.name : null,
    gender: membership.gender,
    ...{ belts: coming.length, nextDrop: coming[0]?.drop ?? null },
    until: calendarDateIn(shop.config.timeZone, new Date(expiresAt.getTime() - 1)),
    step: state === 'done' ? 'done' : card ? 'card' : 'details',
    card,
    chosen: choice && {
      ...{ styles: choice.styles, size: choice.size, measured: choice.measured ?? null },
      address: choice.address,
    },
  }
}

async function cardOf(
  shop: Shop,
  membership: Membership,
  { intentId }: Handover,
  choice: HandoverChoice,
): Promise<HandoverView['card']> {
  const terms = await nextTerms(shop, membership)
  const setup = await shop.payments.fetch(intentId!)
  if (!setup) return null
  const on = membership.paidUntil
  return {
    ...{ amountCents: dueOf(terms), on, clientSecret: setup.clientSecret },
    terms: await handoverWords(shop, membership, { terms, choice, on }),
    isGiven: setup.status === 'succeeded',
  }
}

/** The name of the person handing it over, as they typed it. */
async function nameOf(shop: Shop, membership: Membership, state: Handover['state']): Promise<string> {
  if (state !== 'done') return oneLine(membership.address.fullName)
  const [item] = await shop.db
    .select({ cart: orderItems.preferences })
    .from(orderItems)
    .where(eq(orderItems.id, membership.orderItemId))
  return oneLine((item?.cart as CartItem | null)?.shippingDetails?.fullName)
}
