import { createContext, type RouterContextProvider } from 'react-router'
import type { DropOnPage } from '../../domain/admin/drop-story.ts'
import type { PublicLetter, SentLetter } from '../../domain/admin/letter-blocks.ts'
import type { Belt, BeltOnPage, ShownDrop } from '../../domain/belt.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { ContactMessage } from '../../domain/contact.ts'
import type { DropCalendar } from '../../domain/drop-calendar.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Sent, ShopProof } from '../../domain/proof.ts'
import type { QuizCopy } from '../../domain/quiz-copy.ts'
import type { ReviewOfBelt } from '../../domain/review.ts'
import type { SaleStop } from '../../domain/sale-stop.ts'

/**
 * What the browser needs for the payment provider. Pages are cached for all hosts, so they include both keys, and the
 * browser chooses by its own host (spec §7).
 */
export type StripeView = {
  /** the server's mode */
  mode: 'live' | 'test'
  publishableKeyLive: string | null
  publishableKeyTest: string | null
  /** lower case */
  productionHost: string | null
  previewHostSuffix: string | null
  /** for the address autocomplete; null: none */
  googleMapsKey: string | null
}

/** Analytics ids (spec §1); null if not set. */
export type AnalyticsView = { gtmId: string | null; adsId: string | null; adsLabel: string | null }

/** What every page knows about the shop. */
export type ShopView = {
  name: string
  supportEmail: string
  socialUrl: string
  /** IANA name of the shop's one time zone */
  timeZone: string
  /** the shop's date at rendering */
  today: CalendarDate
  /** upcoming drops whose dates differ from the usual ones */
  calendar: DropCalendar
  /** plans on sale, in display order */
  plans: readonly Plan[]
  /** codes of the states where sales tax is collected today, California first */
  taxedStates: readonly string[]
  /** what can't be bought for now; absent: everything can */
  stops?: readonly SaleStop[]
  /** 'demo': no money moves, and every page says so */
  payments: 'demo' | 'stripe'
  /** everybody in the shop is invented, which every page says (docs/decisions/140) */
  isInvented?: true
  /** null: the demo */
  stripe: StripeView | null
  /** null: none */
  analytics: AnalyticsView | null
}

export type PostedContact = { typed: ContactMessage; failure: string | null }

/** What loaders get: a page's only way to the server, apart from the calls of domain/api.ts. */
export type PageContext = {
  /** whether everybody in the shop is invented */
  isInvented: () => Promise<boolean>
  shop: Omit<ShopView, 'calendar' | 'plans' | 'taxedStates' | 'stops' | 'isInvented'>
  /** the parts of the shop that are in the database */
  calendar: () => Promise<DropCalendar>
  plans: () => Promise<readonly Plan[]>
  taxedStates: () => Promise<readonly string[]>
  stops: () => Promise<readonly SaleStop[]>
  /** PUBLIC_URL, without a trailing slash */
  publicUrl: string
  /** the belts of the current drop, in display order */
  belts: () => Promise<Belt[]>
  /** the belt at /belts/<slug>; null: none, or not public yet */
  belt: (slug: string) => Promise<BeltOnPage | null>
  /** the drop at /drops/<yyyy-mm>; null: there is none */
  drop: (drop: string) => Promise<DropOnPage | null>
  /** ratings and numbers of belts sent; null: too few answers */
  proof: () => Promise<ShopProof | null>
  /** belts shipped and returned so far */
  sent: () => Promise<Sent>
  /** the newest published reviews */
  reviews: () => Promise<ReviewOfBelt[]>
  /** every drop shown so far, newest first */
  drops: () => Promise<ShownDrop[]>
  /** every sent letter, newest first */
  letters: () => Promise<SentLetter[]>
  /** the letter at /letters/<slug>; null: there is none */
  letter: (slug: string) => Promise<PublicLetter | null>
  /** the copy of the published quiz */
  quiz: () => Promise<QuizCopy>
  /** what a browser without scripts posted to this page, if it wasn't taken, and why unless a field says so */
  posted?: PostedContact
  /** marks that a page gets in place of its title and content, which the server writes; absent: no such page is asked for */
  frame?: { title: string; body: string }
  /** logs why a page failed */
  failed: (error: unknown) => void
}

// null, not undefined: React Router throws when an unset context has no default.
export const pageContext = createContext<PageContext | null>(null)

/** What this request's loaders can ask for. */
export function pageOf(context: Readonly<RouterContextProvider>): PageContext {
  const page = context.get(pageContext)
  if (!page) throw new Error('the server did not set pageContext')
  return page
}
