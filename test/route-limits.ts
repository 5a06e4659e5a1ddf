/** Kilobytes a page may take as it travels, in brotli: its HTML, and all script it has once it was touched. */
type Limit = { path: string; html: number; script: number }

/**
 * Every page of a visitor, a member or a gift's recipient, by its route's id in app/routes.ts. A new page fails
 * `app/routes.test.ts` until it has a row here. Whoever lowers a figure lowers its limit.
 */
export const routeLimits: Record<string, Limit> = {
  'home/home-page': { path: '/', html: 18, script: 121 },
  'belts/belts-page': { path: '/belts', html: 12, script: 119 },
  'belts/belt-page': { path: '/belts/none', html: 12, script: 150 },
  'drops/drops-page': { path: '/drops', html: 12, script: 118 },
  'drops/drop-page': { path: '/drops/2026-01', html: 12, script: 125 },
  'letters/letters-page': { path: '/letters', html: 12, script: 132 },
  'letters/letter-page': { path: '/letters/none', html: 12, script: 124 },
  'cart/cart-page': { path: '/cart', html: 12, script: 126 },
  'checkout/success': { path: '/checkout/success', html: 12, script: 132 },
  'checkout-success': { path: '/checkout-success', html: 12, script: 132 },
  'checkout/thank-you-page': { path: '/thank-you', html: 12, script: 132 },
  'contact/contact-page': { path: '/contact', html: 12, script: 118 },
  'policies/returns-page': { path: '/returns', html: 12, script: 118 },
  'policies/privacy-page': { path: '/privacy', html: 12, script: 118 },
  'policies/terms-page': { path: '/terms', html: 12, script: 117 },
  'policies/accessibility-page': { path: '/accessibility', html: 12, script: 117 },
  'newsletter/confirmed': { path: '/newsletter/confirmed', html: 12, script: 112 },
  'newsletter/unsubscribe': { path: '/newsletter/unsubscribe', html: 12, script: 112 },
  'newsletter/unsubscribed': { path: '/newsletter/unsubscribed', html: 12, script: 112 },
  'newsletter/old-link': { path: '/newsletter/old-link', html: 12, script: 112 },
  'page/told': { path: '/page/told', html: 12, script: 163 },
  'gift/letter/told': { path: '/gift/letter/told', html: 12, script: 163 },
  'account/account-page': { path: '/account', html: 12, script: 196 },
  'gift/gift-page': { path: '/gift/none', html: 12, script: 165 },
  'review/review-page': { path: '/review/none', html: 12, script: 165 },
  'handover/handover-page': { path: '/handover/none', html: 12, script: 180 },
  'layout/not-found-page': { path: '/nowhere', html: 12, script: 116 },
}
