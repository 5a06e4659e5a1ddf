import { index, route } from '@react-router/dev/routes'

/** The owner's desk (spec §2 "Admin panel"): its first tab is Orders. Each screen is loaded when it is opened. */
export const adminRoutes = route('admin', './admin/admin-layout.tsx', [
  index('./admin/orders/orders-page.tsx'),
  route('orders/:orderId', './admin/orders/order-page.tsx'),
  route('exchanges', './admin/exchanges/exchanges-page.tsx'),
  route('product-types', './admin/product-types/product-types-page.tsx'),
  route('quiz-questions', './admin/quiz/quiz-questions-page.tsx'),
  route('belts', './admin/belts/belts-page.tsx'),
  route('belts/stock', './admin/belts/stock-page.tsx'),
  route('belts/new', './admin/belts/new-belt-page.tsx'),
  route('belts/:beltId', './admin/belts/edit-belt-page.tsx'),
  route('drops', './admin/drops/drops-page.tsx'),
  route('dashboard', './admin/dashboard/dashboard-page.tsx'),
  route('inbox', './admin/inbox/inbox-page.tsx'),
  route('subscribers', './admin/subscribers/subscribers-page.tsx'),
  route('promotions', './admin/promotions/promotions-page.tsx'),
  route('mails', './admin/mails/mails-page.tsx'),
  route('settings', './admin/settings/settings-page.tsx'),
  route('health', './admin/health/health-page.tsx'),
  route('staff', './admin/staff/staff-page.tsx'),
  route('audit', './admin/audit/audit-page.tsx'),
  route('account', './admin/account/account-page.tsx'),
])
