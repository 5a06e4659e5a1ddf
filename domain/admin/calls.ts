import type { Call, ParsedInput, ReplyOf, SentInput } from '../call.ts'
import { authCalls } from './auth-calls.ts'
import { beltCalls, pictureCalls } from './belt-calls.ts'
import { curationCalls } from './curation-calls.ts'
import { dashboardCalls } from './dashboard-calls.ts'
import { dropCalls } from './drop-calls.ts'
import { exchangeCalls } from './exchange-calls.ts'
import { inboxCalls } from './inbox-calls.ts'
import { mailCalls } from './mail-calls.ts'
import { movingCalls } from './moving-calls.ts'
import { orderCalls } from './order-calls.ts'
import { packingCalls, shippingCalls } from './packing-calls.ts'
import { planCalls } from './plan-calls.ts'
import { productTypeCalls } from './product-type-calls.ts'
import { quizCalls } from './quiz-calls.ts'
import { auditCalls, healthCalls, settingCalls } from './setting-calls.ts'
import { staffCalls } from './staff-calls.ts'
import { promotionCalls, subscriberCalls } from './subscriber-calls.ts'

/** Every call of the owner's desk: those of spec §7 under /api/admin and /api/auth, and ours. */
export const adminCalls = {
  ...authCalls,
  ...staffCalls,
  ...auditCalls,
  ...orderCalls,
  ...exchangeCalls,
  ...productTypeCalls,
  ...planCalls,
  ...quizCalls,
  ...beltCalls,
  ...dropCalls,
  ...curationCalls,
  ...packingCalls,
  ...shippingCalls,
  ...movingCalls,
  ...pictureCalls,
  ...subscriberCalls,
  ...settingCalls,
  ...promotionCalls,
  ...mailCalls,
  ...inboxCalls,
  ...healthCalls,
  ...dashboardCalls,
}

type DeskCalls = typeof adminCalls

export type AdminCallName = keyof DeskCalls
export type AdminInput<Name extends AdminCallName> = DeskCalls[Name] extends Call
  ? ParsedInput<DeskCalls[Name]>
  : never
export type AdminSent<Name extends AdminCallName> = DeskCalls[Name] extends Call
  ? SentInput<DeskCalls[Name]>
  : never
export type AdminReply<Name extends AdminCallName> = DeskCalls[Name] extends Call
  ? ReplyOf<DeskCalls[Name]>
  : never
