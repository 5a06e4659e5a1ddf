import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MembershipCard } from '../app/account/membership-card.tsx'
import { StaffContext } from '../app/admin/client/use-admin.ts'
import { Memberships } from '../app/admin/people/person-memberships.tsx'
import { CartItemCard } from '../app/cart/cart-item-card.tsx'
import { Ordered } from '../app/checkout/success-page.tsx'
import { Thanks } from '../app/checkout/thank-you-page.tsx'
import { GiftLoaded } from '../app/gift/gift-page.tsx'
import { GiftPreview } from '../app/gift-preview/gift-preview.tsx'
import { PlanStep } from '../app/quiz/later-steps.tsx'
import type { GiftPageView } from '../domain/account/gift-contracts.ts'
import type { PersonView } from '../domain/admin/people-contracts.ts'
import type { CalendarDate } from '../domain/calendar-date.ts'
import type { CartItem } from '../domain/cart.ts'
import type { DropCalendar } from '../domain/drop-calendar.ts'
import type { MembershipView } from '../domain/membership-view.ts'
import { emptyAnswers } from '../domain/quiz.ts'
import { renderPage } from './render-page.tsx'

export const months =
  'January February March April May June July August September October November December'.split(' ')

/** What a text says of a first belt: the month of its drop, and when it ships. */
export type Said = { drop: string | null; ships: string | null }

/** Reads both from a page or an email, whatever the sentence around them. */
export function firstDayIn(text: string): Said {
  const words = text.replaceAll(/[\u00a0\s]+/g, ' ')
  const drop = [...words.matchAll(/Next belt (\w+)|([A-Z][a-z]+)(?:’s)?(?: \d{4})? (?:drop|belt)\b/g)].find(
    (found) => months.includes(found[1] ?? found[2]!),
  )
  const ships =
    /\b(?:ship(?:s|ped)?|leaves) (by [A-Z][a-z]+ \d+(?:, \d{4})?|once \S+ picks? a size|as soon as)/i.exec(
      words,
    )
  const when = ships?.[1]?.replace(/^once \S+ picks? a size$/, 'with a size')
  return { drop: drop?.[1] ?? drop?.[2] ?? null, ships: when ?? null }
}

/** Reads what each page of a purchase says on the day of the payment. */
export function pagesOf(item: CartItem, paidOn: CalendarDate, calendar: DropCalendar) {
  const isGift = item.recipientType === 'gift'
  const order = { orderNumber: 'BC-7K3F-9QMT', email: 'maya@example.com', paidOn, items: [item] }
  const answers = {
    ...emptyAnswers,
    ...{ recipientType: isGift ? ('gift' as const) : ('myself' as const), gender: item.gender },
    ...{ size: item.size, styles: item.styles, selectedPlan: item.planId },
    shippingDetails: { ...emptyAnswers.shippingDetails, fullName: item.shippingDetails?.fullName ?? '' },
  }
  const cart = (
    <CartItemCard
      {...{ item, number: null, renewalDiscountCents: 0, today: paidOn, isHeld: false }}
      onRemove={() => {}}
      onAccept={() => {}}
    />
  )
  const own = {
    quiz: <PlanStep answers={answers} answer={() => {}} today={paidOn} />,
    cart,
    success: <Ordered order={order} />,
    'thank-you': <Thanks order={order} />,
    'success, next steps': <Ordered order={order} />,
    'thank-you, next steps': <Thanks order={order} />,
    ...(isGift ? { preview: <GiftPreview item={item} paidOn={paidOn} /> } : {}),
  }
  return Object.entries(own).map(([place, page]) => ({
    place,
    read() {
      const { words } = renderPage(page, calendar, paidOn)
      if (place === 'preview') return words
      if (place.endsWith('next steps')) return words.replace(/.*What happens next/, '')
      // Its own row, not the letter that a giver sees below it.
      return /First box (.*?) (?:Last box|Next charge)/.exec(words)?.[1] ?? words
    },
  }))
}

const client = () => new QueryClient()

/** A membership on its member's page, as the account's call feeds it. */
export function accountWords(account: { memberships: MembershipView[] }, id: string, today: CalendarDate) {
  const membership = account.memberships.find((each) => each.id === id)!
  const card = (
    <QueryClientProvider client={client()}>
      <MembershipCard membership={membership} isOnly />
    </QueryClientProvider>
  )
  return renderPage(card, {}, today).words
}

/** The same on the page of its person in the admin. */
export function adminWords(person: PersonView, id: string, today: CalendarDate): string {
  const memberships = person.memberships.filter(({ view }) => view.id === id)
  const staff = { id: 's', username: 'ana', staffRole: 'viewer' } as never
  const screen = (
    <StaffContext value={staff}>
      <Memberships person={{ ...person, memberships }} />
    </StaffContext>
  )
  return renderPage(screen, {}, today).words
}

/** The page of a gift's recipient. */
export function giftWords(gift: GiftPageView): string {
  return renderPage(<GiftLoaded gift={gift} token="" onChosen={() => {}} />, {}, gift.today).words
}
