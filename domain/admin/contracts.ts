import type { Contract, ParsedInput, ReplyOf, SentInput } from '../contract.ts'
import { authContracts } from './auth-contracts.ts'
import { backupContracts } from './backup-contracts.ts'
import { beltContracts, pictureContracts } from './belt-contracts.ts'
import { bookContracts } from './book-contracts.ts'
import { curationContracts } from './curation-contracts.ts'
import { dashboardContracts } from './dashboard-contracts.ts'
import { disputeContracts } from './dispute-contracts.ts'
import { dropContracts, moveDropContracts } from './drop-contracts.ts'
import { exchangeContracts } from './exchange-contracts.ts'
import { givingContracts } from './giving-contracts.ts'
import { inboxContracts } from './inbox-contracts.ts'
import { letterContracts } from './letter-contracts.ts'
import { mailContracts } from './mail-contracts.ts'
import { manualOrderContracts } from './manual-order-contracts.ts'
import { memberActContracts } from './member-act-contracts.ts'
import { orderChangeContracts } from './order-change-contracts.ts'
import { orderContracts } from './order-contracts.ts'
import { outsideContracts } from './outside-contracts.ts'
import { labelContracts, packingContracts, shippingContracts } from './packing-contracts.ts'
import { peopleContracts } from './people-contracts.ts'
import { planContracts } from './plan-contracts.ts'
import { productTypeContracts } from './product-type-contracts.ts'
import { promiseContracts } from './promise-contracts.ts'
import { promotionContracts } from './promotion-contracts.ts'
import { quizContracts } from './quiz-contracts.ts'
import { renewalStopContracts } from './renewal-stop-contracts.ts'
import { reviewContracts } from './review-contracts.ts'
import { salesTaxContracts } from './sales-tax-contracts.ts'
import { scanContracts } from './scan-contracts.ts'
import { auditContracts, healthContracts, settingContracts } from './setting-contracts.ts'
import { staffContracts } from './staff-contracts.ts'
import { strayContracts } from './stray-contracts.ts'
import { subscriberContracts } from './subscriber-contracts.ts'
import { tableContracts } from './table-contracts.ts'

/** Every call of the admin: those of spec §7 under /api/admin and /api/auth, and our own. */
export const adminContracts = {
  ...promiseContracts,
  ...peopleContracts,
  ...memberActContracts,
  ...authContracts,
  ...staffContracts,
  ...auditContracts,
  ...orderContracts,
  ...orderChangeContracts,
  ...disputeContracts,
  ...manualOrderContracts,
  ...exchangeContracts,
  ...productTypeContracts,
  ...planContracts,
  ...renewalStopContracts,
  ...strayContracts,
  ...quizContracts,
  ...beltContracts,
  ...tableContracts,
  ...scanContracts,
  ...dropContracts,
  ...curationContracts,
  ...packingContracts,
  ...shippingContracts,
  ...labelContracts,
  ...moveDropContracts,
  ...pictureContracts,
  ...subscriberContracts,
  ...settingContracts,
  ...backupContracts,
  ...outsideContracts,
  ...promotionContracts,
  ...mailContracts,
  ...letterContracts,
  ...givingContracts,
  ...inboxContracts,
  ...reviewContracts,
  ...healthContracts,
  ...dashboardContracts,
  ...bookContracts,
  ...salesTaxContracts,
}

type AdminContracts = typeof adminContracts

export type AdminContractName = keyof AdminContracts
export type AdminInput<Name extends AdminContractName> = AdminContracts[Name] extends Contract
  ? ParsedInput<AdminContracts[Name]>
  : never
export type AdminSent<Name extends AdminContractName> = AdminContracts[Name] extends Contract
  ? SentInput<AdminContracts[Name]>
  : never
export type AdminReply<Name extends AdminContractName> = AdminContracts[Name] extends Contract
  ? ReplyOf<AdminContracts[Name]>
  : never
