import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { adminRoutes } from './admin/admin-routes.ts'

/** Spec §2 "Route list": URL → page file. */
export default [
  index('./home/home-page.tsx'),
  route('belts', './belts/belts-page.tsx'),
  route('belts/:slug', './belts/belt-page.tsx'),
  route('drops', './drops/drops-page.tsx'),
  route('drops/:drop', './drops/drop-page.tsx'),
  route('letters', './letters/letters-page.tsx'),
  route('letters/:slug', './letters/letter-page.tsx'),
  route('cart', './cart/cart-page.tsx'),
  route('checkout/success', './checkout/success-page.tsx', { id: 'checkout/success' }),
  // The same page under the specification's second path; a file can serve two routes only under two ids.
  route('checkout-success', './checkout/success-page.tsx', { id: 'checkout-success' }),
  route('thank-you', './checkout/thank-you-page.tsx'),
  route('contact', './contact/contact-page.tsx'),
  route('returns', './policies/returns-page.tsx'),
  route('privacy', './policies/privacy-page.tsx'),
  route('terms', './policies/terms-page.tsx'),
  route('accessibility', './policies/accessibility-page.tsx'),
  route('newsletter/confirmed', './newsletter/confirmed-page.tsx'),
  route('newsletter/unsubscribe', './newsletter/unsubscribe-page.tsx'),
  route('newsletter/unsubscribed', './newsletter/unsubscribed-page.tsx'),
  route('newsletter/old-link', './newsletter/old-link-page.tsx'),
  route('account', './account/account-page.tsx'),
  route('gift/:token', './gift/gift-page.tsx'),
  route('review/:token', './review/review-page.tsx'),
  route('handover/:token', './handover/handover-page.tsx'),
  adminRoutes,
  route('*', './layout/not-found-page.tsx'),
] satisfies RouteConfig
