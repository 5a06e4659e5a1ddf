import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { adminRoutes } from './admin/admin-routes.ts'

/** Where the links in newsletter emails lead: one file, which knows its page by the route's id. */
const newsletterPages = ['confirmed', 'unsubscribe', 'unsubscribed', 'old-link'].map(
  (name) => `newsletter/${name}`,
)

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
  ...newsletterPages.map((id) => route(id, './newsletter/link-page.tsx', { id })),
  // The frame of pages that the server writes, for the shop and, without a way to a price, for a gift's recipient.
  route('page/told', './told/told-page.tsx', { id: 'page/told' }),
  route('gift/letter/told', './told/told-page.tsx', { id: 'gift/letter/told' }),
  route('account', './account/account-page.tsx'),
  route('gift/:token', './gift/gift-page.tsx'),
  route('review/:token', './review/review-page.tsx'),
  route('handover/:token', './handover/handover-page.tsx'),
  adminRoutes,
  route('*', './layout/not-found-page.tsx'),
] satisfies RouteConfig
