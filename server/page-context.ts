import type { PageContext, StripeView } from '../app/context.ts'
import { calendarDateIn } from '../domain/calendar-date.ts'
import { plansOnSale } from '../domain/plan.ts'
import { currentBelts } from './catalog/current-belts.ts'
import { readPlans } from './catalog/read-plans.ts'
import { pageCalendar } from './page-calendar.ts'
import { publishedQuiz } from './quiz/published-quiz.ts'
import type { Shop } from './shop.ts'

/** What the loaders of the pages get. Nothing of it is a visitor's: pages are cached for all. */
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
    calendar: () => pageCalendar(shop),
    plans: async () => plansOnSale(await readPlans(shop.db)),
    publicUrl: config.publicUrl,
    belts: () => currentBelts(shop),
    quiz: () => publishedQuiz(shop),
    failed: (error) => shop.log.error({ error }, 'a page could not be made'),
  }
}

// Picked one by one: the secret key stands beside them.
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
