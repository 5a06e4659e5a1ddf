import { createContext } from 'react-router'
import type { PublicLetter, SentLetter } from '../../domain/admin/letter-blocks.ts'
import type { Belt, BeltOnPage, DropOnPage, ShownDrop } from '../../domain/belt.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { DropCalendar } from '../../domain/drop-calendar.ts'
import type { Plan } from '../../domain/plan.ts'
import type { ShopProof } from '../../domain/proof.ts'
import type { QuizCopy } from '../../domain/quiz-copy.ts'
import type { ReviewOfBelt } from '../../domain/review.ts'

/**
 * What the browser needs to speak to the payment provider. Pages are cached for all hosts, so both keys are there and
 * the browser chooses by its own host (spec §7).
 */
export type StripeView = {
  /** which money the server moves */
  mode: 'live' | 'test'
  publishableKeyLive: string | null
  publishableKeyTest: string | null
  /** lower case */
  productionHost: string | null
  previewHostSuffix: string | null
  /** for the address autocomplete; null: none */
  googleMapsKey: string | null
}

/** Who is told of visits (spec §1); null for what is not set. */
export type AnalyticsView = { gtmId: string | null; adsId: string | null; adsLabel: string | null }

/** What every page may know of the shop it is served by. */
export type ShopView = {
  name: string
  supportEmail: string
  socialUrl: string
  /** IANA name of the shop's one time zone */
  timeZone: string
  /** the shop's calendar day at rendering */
  today: CalendarDate
  /** the drops to come that the owner has given other days; the others have those of the calendar */
  calendar: DropCalendar
  /** those that can be bought, in the order in which they are shown */
  plans: readonly Plan[]
  /** where sales tax is collected today, as two letters, California first */
  taxedStates: readonly string[]
  /** 'demo': no money moves, and every page says so */
  payments: 'demo' | 'stripe'
  /** null: the demo */
  stripe: StripeView | null
  /** null: nobody */
  analytics: AnalyticsView | null
}

/** What loaders are given: the only way from a page to the server besides the calls of domain/api.ts. */
export type PageContext = {
  shop: Omit<ShopView, 'calendar' | 'plans' | 'taxedStates'>
  /** the parts of the shop that the database knows */
  calendar: () => Promise<DropCalendar>
  plans: () => Promise<readonly Plan[]>
  taxedStates: () => Promise<readonly string[]>
  /** PUBLIC_URL: where the shop is reached, without a slash at the end */
  publicUrl: string
  /** the belts of the current drop, in the order in which they are shown */
  belts: () => Promise<Belt[]>
  /** the belt at /belts/<slug>; null: there is none, or nobody may see it yet */
  belt: (slug: string) => Promise<BeltOnPage | null>
  /** the drop at /drops/<yyyy-mm>; null: there is none */
  drop: (drop: string) => Promise<DropOnPage | null>
  /** what members said and what was sent; null: too few have answered */
  proof: () => Promise<ShopProof | null>
  /** the newest reviews that members wrote and allowed */
  reviews: () => Promise<ReviewOfBelt[]>
  /** every drop that was shown, newest first */
  drops: () => Promise<ShownDrop[]>
  /** every letter that was sent, newest first */
  letters: () => Promise<SentLetter[]>
  /** the letter at /letters/<slug>; null: there is none */
  letter: (slug: string) => Promise<PublicLetter | null>
  /** the words of the published quiz */
  quiz: () => Promise<QuizCopy>
  /** tells the shop's log why a page could not be made */
  failed: (error: unknown) => void
}

// null, not undefined: React Router throws when an unset context has no default.
export const pageContext = createContext<PageContext | null>(null)
