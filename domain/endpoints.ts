/** Name → method and path of every JSON call (spec §7). The browser loads this; the schemas, which it needs not, are in api.ts. */
export const endpoints = {
  createPaymentIntent: 'POST /api/create-payment-intent',
  createGuestOrder: 'POST /api/orders/guest',
  createSubscriptionOrder: 'POST /api/create-subscription-order',
  completeCheckoutSession: 'POST /api/checkout-session-complete',
  /** ours: what a promotion code takes off a cart, before payment begins */
  previewPromotion: 'POST /api/promotion',
  /** ours: what the buyer agreed to where something renews, before the card is charged */
  recordConsent: 'POST /api/consent',
  /** ours: the cart behind a link that the admin made for an order by phone or at a market */
  openOrderLink: 'POST /api/order-link',
  subscribeFromQuiz: 'POST /api/gift-email/subscribe',
  subscribeToNewsletter: 'POST /api/newsletter/subscribe',
  sendContactMessage: 'POST /api/contact',
  /** ours: that a step of the quiz was reached, a number without a person */
  countQuizStep: 'POST /api/quiz-step',
  /** ours: the belts that a new member's first six drops would likely bring */
  firstSix: 'POST /api/first-six',
  /** the demo provider's own call, answered only when the shop runs without payment keys */
  confirmDemoPayment: 'POST /api/demo-payments/confirm',
} as const

export type EndpointName = keyof typeof endpoints

/** What the cart asks of a member's credit; the schemas are in account/session-contracts.ts. */
export const creditEndpoints = {
  readCredit: 'GET /api/account/credit',
  makeCreditCode: 'POST /api/account/credit/codes',
} as const
