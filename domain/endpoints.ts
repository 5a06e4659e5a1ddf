/** Name → method and path of every JSON call (spec §7). The browser loads this; the schemas are in api.ts. */
export const endpoints = {
  createPaymentIntent: 'POST /api/create-payment-intent',
  createGuestOrder: 'POST /api/orders/guest',
  createSubscriptionOrder: 'POST /api/create-subscription-order',
  completeCheckoutSession: 'POST /api/checkout-session-complete',
  /** ours: what a promotion code takes off a cart, before payment begins */
  previewPromotion: 'POST /api/promotion',
  /** ours: what the buyer agreed to where something renews, before the card is charged */
  recordConsent: 'POST /api/consent',
  subscribeFromQuiz: 'POST /api/gift-email/subscribe',
  subscribeToNewsletter: 'POST /api/newsletter/subscribe',
  sendContactMessage: 'POST /api/contact',
  /** ours: that a step of the quiz was reached, a number without a person */
  countQuizStep: 'POST /api/quiz-step',
  /** the demo provider's own call, answered only when the shop runs without payment keys */
  confirmDemoPayment: 'POST /api/demo-payments/confirm',
} as const

export type EndpointName = keyof typeof endpoints
