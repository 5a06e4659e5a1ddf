import type { AdminContractName } from '../../domain/admin/contracts.ts'
import type { OpenPromise } from '../../domain/admin/promise-contracts.ts'

export type Screen = {
  label: string
  to: string
  /** shown to staff who may make this call; absent: to all */
  needs?: AdminContractName
  /** task kinds that are done there: their count is shown next to the name */
  waits?: OpenPromise['kind'][]
}

/** The admin screens: those of spec §2 first, then what is due, then grouped by work. */
export const firstScreens: Screen[] = [
  { label: 'Orders', to: '/admin' },
  { label: 'Product Types', to: '/admin/product-types' },
  { label: 'Quiz Questions', to: '/admin/quiz-questions' },
  { label: 'Today', to: '/admin/today', needs: 'listPromises' },
]

export const screenGroups: { name: string; screens: Screen[] }[] = [
  {
    name: 'Box',
    screens: [
      { label: 'Drops', to: '/admin/drops', needs: 'listDrops', waits: ['box', 'hold', 'label'] },
      { label: 'Belts', to: '/admin/belts', needs: 'listBelts' },
      { label: 'Stock', to: '/admin/belts/stock', needs: 'listBelts', waits: ['stock'] },
      { label: 'Forecast', to: '/admin/drops/forecast', needs: 'forecastDrops' },
      { label: 'Exchanges', to: '/admin/exchanges', needs: 'listExchanges', waits: ['exchange'] },
    ],
  },
  {
    name: 'People',
    screens: [
      { label: 'People', to: '/admin/people', needs: 'listPeople' },
      { label: 'Inbox', to: '/admin/inbox', needs: 'listMessages', waits: ['reply'] },
      { label: 'Reviews', to: '/admin/reviews', needs: 'listReviews', waits: ['review'] },
      { label: 'Emails', to: '/admin/mails', needs: 'listMails' },
      { label: 'Letters', to: '/admin/letters', needs: 'listLetters', waits: ['letter'] },
      { label: 'Subscribers', to: '/admin/subscribers', needs: 'listSubscribers' },
    ],
  },
  {
    name: 'Money',
    screens: [
      { label: 'Dashboard', to: '/admin/dashboard', needs: 'readDashboard' },
      { label: 'Disputes', to: '/admin/disputes', needs: 'listDisputes', waits: ['dispute'] },
      { label: 'Books', to: '/admin/books', needs: 'readBooks', waits: ['refund', 'stray', 'unmatched'] },
      { label: 'Sales tax', to: '/admin/sales-tax', needs: 'readSalesTax', waits: ['tax'] },
      { label: 'Plans', to: '/admin/plans', needs: 'listPlans' },
      { label: 'Renewals', to: '/admin/renewals', needs: 'listRenewalStops', waits: ['short'] },
      { label: 'Promotion codes', to: '/admin/promotions', needs: 'listPromotions' },
    ],
  },
  {
    name: 'Shop',
    screens: [
      { label: 'Set-up', to: '/admin/setup', needs: 'readSetup' },
      { label: 'Settings', to: '/admin/settings', needs: 'readSettings' },
      { label: 'Staff', to: '/admin/staff', needs: 'listStaff' },
      { label: 'Health', to: '/admin/health', needs: 'readHealth', waits: ['health'] },
      { label: 'Backups', to: '/admin/backups', needs: 'readBackups' },
      { label: 'Audit log', to: '/admin/audit', needs: 'listAudit' },
    ],
  },
]
