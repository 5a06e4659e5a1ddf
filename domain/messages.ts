import { otherAnswer } from './term-words.ts'

/** Every sentence the specification fixes, by name (spec §5, §8). Don't change one without changing the specification. */
export const messages = {
  quiz: {
    invalidEmail: 'Please enter a valid email address',
    dateInPast: 'Choose today or a later day.',
  },
  checkout: {
    missingFields: 'Please complete all required fields',
    emailRequired: 'Email Required',
    emailRequiredDetail: 'Please enter a valid email address to receive your order confirmation.',
    checkoutError: 'Checkout Error',
    checkoutErrorFallback: 'Failed to initialize payment. Please try again.',
    paymentFailed: 'Payment Failed',
    setupFailed: 'Setup Failed',
    orderCreationFailed: 'Order Creation Failed',
    orderCreationFailedDetail:
      'Payment succeeded but there was an issue creating your order. Please contact support.',
    subscriptionCreationFailed: 'Subscription Creation Failed',
    subscriptionCreationFailedDetail:
      'Setup succeeded but there was an issue creating your subscription. Please contact support.',
    paymentError: 'Payment Error',
    paymentErrorFallback: 'An unexpected error occurred. Please try again.',
    orderFallback: 'Failed to create order',
    subscriptionOrderFallback: 'Failed to create subscription order',
    processing: 'Processing Payment...',
    empty: 'Your cart is empty',
  },
  newsletter: {
    failed: 'Subscription failed',
    failedFallback: 'Please try again later',
    success: 'Welcome aboard! Check your email for a confirmation message.',
  },
  contact: {
    failed: 'Failed to send message',
    failedFallback: 'Please try again or email us directly',
    exception: 'Error',
    success: `Message sent successfully! We'll get back to you within ${otherAnswer}.`,
  },
} as const
