import type { PageContext, StripeView } from '../../app/shop/context.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { type DropCalendar, daysOf } from '../../domain/drop-calendar.ts'
import { type Plan, plansOnSale } from '../../domain/plan.ts'
import type { SaleStop } from '../../domain/sale-stop.ts'
import { beltOnPage, dropOnPage, sentCounts, shopProof, shownDrops } from '../catalog/belt-pages.ts'
import { currentBelts } from '../catalog/current-drop.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { readSaleStops } from '../catalog/sale-stops.ts'
import { newestReviews } from '../catalog/shown-reviews.ts'
import { isInvented } from '../demo/demo-state.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { collectedStates } from '../ledger/quote-tax.ts'
import { letterOnPage, sentLetters } from '../letters/public-letters.ts'
import { publishedQuiz } from '../quiz/published-quiz.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import type { PageMatch } from './page-routes.ts'

/** What page loaders get. None of it may depend on the visitor: pages are cached for everyone. */
export function pageContextOf(shop: Shop): PageContext {
  const { config } = shop
  return {
    shop: {
      name: config.shopName,
      supportEmail: config.supportEmail,
      socialUrl: config.socialUrl,
      timeZone: config.timeZone,
      today: calendarDateIn(config.timeZone, shop.now()),
      payments: shop.payments.kind,
      stripe: stripeView(shop),
      analytics: config.analytics,
    },
    isInvented: () => pageInvented(shop),
    calendar: () => pageCalendar(shop),
    plans: () => pagePlans(shop),
    taxedStates: () => pageTaxes(shop),
    stops: () => pageStops(shop),
    publicUrl: config.publicUrl,
    belts: () => currentBelts(shop),
    belt: once((slug) => beltOnPage(shop, slug)),
    drop: once((drop) => dropOnPage(shop, drop)),
    drops: () => shownDrops(shop),
    letters: () => sentLetters(shop),
    letter: once((slug) => letterOnPage(shop, slug)),
    proof: () => shopProof(shop),
    sent: () => sentCounts(shop),
    reviews: () => newestReviews(shop),
    quiz: () => publishedQuiz(shop),
    failed: (error) => shop.log.error({ error }, 'a page could not be made'),
  }
}

// The page and its head ask for the same thing, so answers are shared.
function once<Answer>(ask: (what: string) => Promise<Answer>): (what: string) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>()
  return (what) => {
    const answer = asked.get(what) ?? ask(what)
    asked.set(what, answer)
    return answer
  }
}

/** Only a shop without keys may have invented people; while the database is down, the page does without the note. */
async function pageInvented(shop: Shop): Promise<boolean> {
  if (shop.payments.kind !== 'demo') return false
  return isInvented(shop).catch(() => false)
}

const lastPlans = new WeakMap<Shop, readonly Plan[]>()

/** The plans on sale; while the database is down, as this process last read them. Checkout reads the price again. */
async function pagePlans(shop: Shop): Promise<readonly Plan[]> {
  try {
    const plans = plansOnSale(await readPlans(shop.db))
    lastPlans.set(shop, plans)
    return plans
  } catch (error) {
    const last = lastPlans.get(shop)
    if (!last) throw error
    shop.log.warn({ error }, 'the plans could not be read; a page shows those that were read last')
    return last
  }
}

const lastTaxes = new WeakMap<Shop, readonly string[]>()

/** States where tax is collected; while the database is down, as last read, else California. Checkout recalculates. */
async function pageTaxes(shop: Shop): Promise<readonly string[]> {
  try {
    const states = await collectedStates(shop)
    lastTaxes.set(shop, states)
    return states
  } catch (error) {
    shop.log.warn({ error }, 'the taxed states could not be read; a page shows those that were read last')
    return lastTaxes.get(shop) ?? ['CA']
  }
}

/** What can't be bought for now; while the database is down, everything: checkout looks again. */
async function pageStops(shop: Shop): Promise<readonly SaleStop[]> {
  try {
    return await readSaleStops(shop.db)
  } catch (error) {
    shop.log.warn({ error }, 'what is stopped could not be read; a page offers everything')
    return []
  }
}

// Lists the keys one by one: the same config object has the secret key.
function stripeView({ config, payments }: Shop): StripeView | null {
  if (!config.stripe || payments.kind === 'demo') return null
  const { mode, publishableKeyLive, publishableKeyTest, productionHost, previewHostSuffix } = config.stripe
  return {
    mode,
    publishableKeyLive,
    publishableKeyTest,
    productionHost,
    previewHostSuffix,
    googleMapsKey: config.googleMapsKey,
  }
}

/**
 * The drops from this month on whose dates or month the owner changed: pages need them to say when a belt bought today
 * ships. While the database is down: none, so the usual dates apply.
 */
async function pageCalendar(shop: Shop): Promise<DropCalendar> {
  try {
    const known = await dropCalendar(shop.db, shop.config.timeZone, shopDay(shop).slice(0, 7))
    return Object.fromEntries(
      Object.entries(known).filter(([drop, { cutOffDay, shipBy, movedTo }]) => {
        const usual = daysOf({}, drop)
        return movedTo !== null || cutOffDay !== usual.cutOffDay || shipBy !== usual.shipBy
      }),
    )
  } catch (error) {
    shop.log.warn({ error }, 'the days of the drops could not be read; a page shows those of the calendar')
    return {}
  }
}

/**
 * Renders a page of app/routes.ts, or its data. server/main.ts creates it from React Router's build. The request has only
 * what the page's cache key has (server/http/page-key.ts).
 */
export type Pages = {
  (request: Request, context: PageContext, nonce?: string): Promise<Response>
  /** the page of app/routes.ts at a path; absent: there is one at every path */
  match?: (path: string) => PageMatch | null
}
