import { addDays, type CalendarDate } from '../domain/calendar-date.ts'
import type { CartItem } from '../domain/cart.ts'
import { firstPlans as plans } from '../domain/first-plans.ts'
import { recipientPicksStyle } from '../domain/quiz.ts'
import { giftItem, selfItem, toCalifornia } from './carts.ts'

const sizes = {
  male: ['32', '34', '36', '38', '40', '42', '44'],
  female: ['26', '28', '30', '32', '34', '36', '38'],
}
const tastes = [['dress'], ['casual'], ['stretch'], ['dress', 'casual'], ['dress', 'casual', 'stretch']]

/** Carts for a club of varied members: who wears the belts, in which size, for whom, and how long a gift is a secret. */
export function clubCarts(random: () => number) {
  const oneOf = <Choice>(choices: readonly Choice[]) => choices[Math.floor(random() * choices.length)]!
  let people = 0

  /** A new person; sometimes one the shop already knows. */
  function mail(): string {
    if (people > 0 && random() < 0.08) return `member${1 + Math.floor(random() * people)}@example.com`
    return `member${++people}@example.com`
  }

  function item(today: CalendarDate): CartItem {
    const isGift = random() < 0.35
    const gender = oneOf(['male', 'female'] as const)
    const chooses = isGift && random() < 0.5
    const own: Partial<CartItem> = {
      gender,
      size: chooses ? 'Let Recipient Choose' : random() < 0.05 ? 'Unsure' : oneOf(sizes[gender]),
      styles: (chooses ? [recipientPicksStyle] : oneOf(tastes)) as CartItem['styles'],
    }
    const plan = oneOf([...plans, plans[0]!]).id
    const base = isGift ? giftItem(plan, own) : selfItem(plan, own)
    const place = random() < 0.3 ? toCalifornia(base) : base
    const shippingDetails = { ...place.shippingDetails!, email: mail() }
    if (!isGift) return { ...place, shippingDetails }
    const emailDate = `${addDays(today, Math.floor(random() * 40))}T00:00:00.000Z`
    return {
      ...place,
      shippingDetails,
      giftDetails: { ...base.giftDetails!, recipientEmail: mail(), emailDate },
    }
  }

  return (today: CalendarDate): CartItem[] => (random() < 0.8 ? [item(today)] : [item(today), item(today)])
}
