/**
 * Name → method and path of every JSON call (spec §7). The browser loads this file; it doesn't need the schemas, which
 * are in api.ts.
 */
export const endpoints = {
  createPaymentIntent: 'POST /api/create-payment-intent',
  createGuestOrder: 'POST /api/orders/guest',
  createSubscriptionOrder: 'POST /api/create-subscription-order',
  completeCheckoutSession: 'POST /api/checkout-session-complete',
  /** ours: what a promotion code takes off a cart, before payment starts */
  previewPromotion: 'POST /api/promotion',
  /** ours: what the buyer agreed to if something renews, before the card is charged */
  recordConsent: 'POST /api/consent',
  /** ours: the cart behind a link the admin made for an order by phone or at a market */
  openOrderLink: 'POST /api/order-link',
  subscribeFromQuiz: 'POST /api/gift-email/subscribe',
  subscribeToNewsletter: 'POST /api/newsletter/subscribe',
  sendContactMessage: 'POST /api/contact',
  /** ours: a step of the quiz was reached; counted without identifying anyone */
  countQuizStep: 'POST /api/quiz-step',
  /** ours: the belts a new member's first six drops would likely bring */
  firstSix: 'POST /api/first-six',
  /** the demo provider's own call, only answered when the shop runs without payment keys */
  confirmDemoPayment: 'POST /api/demo-payments/confirm',
} as const

export type EndpointName = keyof typeof endpoints

/** The cart's calls about a member's credit; the schemas are in account/session-contracts.ts. */
export const creditEndpoints = {
  readCredit: 'GET /api/account/credit',
  makeCreditCode: 'POST /api/account/credit/codes',
} as const
