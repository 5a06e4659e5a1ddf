import type { AdminCallName } from '../../domain/admin/calls.ts'

export type Tab = {
  label: string
  to: string
  /** shown to whoever may make this call; absent: to all */
  needs?: AdminCallName
}

/** The desk's tabs, those of spec §2 first. */
export const tabs: Tab[] = [
  { label: 'Orders', to: '/admin' },
  { label: 'Product Types', to: '/admin/product-types' },
  { label: 'Quiz Questions', to: '/admin/quiz-questions' },
  { label: 'Belts', to: '/admin/belts', needs: 'listBelts' },
  { label: 'Drops', to: '/admin/drops', needs: 'listDrops' },
  { label: 'Exchanges', to: '/admin/exchanges', needs: 'listExchanges' },
  { label: 'Dashboard', to: '/admin/dashboard', needs: 'readDashboard' },
  { label: 'Inbox', to: '/admin/inbox', needs: 'listMessages' },
  { label: 'Subscribers', to: '/admin/subscribers', needs: 'listSubscribers' },
  { label: 'Plans', to: '/admin/plans', needs: 'listPlans' },
  { label: 'Promotion codes', to: '/admin/promotions', needs: 'listPromotions' },
  { label: 'Mails', to: '/admin/mails', needs: 'listMails' },
  { label: 'Settings', to: '/admin/settings', needs: 'readSettings' },
  { label: 'Health', to: '/admin/health', needs: 'readHealth' },
  { label: 'Staff', to: '/admin/staff', needs: 'listStaff' },
  { label: 'Audit log', to: '/admin/audit', needs: 'listAudit' },
]
