import { adminCreate } from './admin-create.ts'
import { adminResetPassword } from './admin-reset-password.ts'
import { backUp } from './back-up.ts'
import type { Command } from './command.ts'
import { exportEverything } from './export-everything.ts'
import { importEverything } from './import-everything.ts'
import {
  membershipCancel,
  membershipPause,
  membershipRefund,
  membershipResume,
  membershipSkip,
  membershipUndo,
} from './membership-changes.ts'
import { membershipShow } from './membership-show.ts'
import { paymentsStart } from './payments-start.ts'
import { paymentsStop } from './payments-stop.ts'
import { priceAnnounce } from './price-announce.ts'
import { priceCallOff } from './price-call-off.ts'
import { promotionCreate } from './promotion-create.ts'
import { promotionEnd } from './promotion-end.ts'
import { promotionList } from './promotion-list.ts'
import { restore } from './restore.ts'
import { seedCatalog } from './seed-catalog.ts'

/** Everything that `npm run shop -- <command>` can do. */
export const commands: Readonly<Record<string, Command>> = {
  'promotion:create': promotionCreate,
  'promotion:list': promotionList,
  'promotion:end': promotionEnd,
  'price:announce': priceAnnounce,
  'price:call-off': priceCallOff,
  'payments:stop': paymentsStop,
  'payments:start': paymentsStart,
  'membership:show': membershipShow,
  'membership:cancel': membershipCancel,
  'membership:undo': membershipUndo,
  'membership:skip': membershipSkip,
  'membership:pause': membershipPause,
  'membership:resume': membershipResume,
  'membership:refund': membershipRefund,
  'admin:create': adminCreate,
  'admin:reset-password': adminResetPassword,
  export: exportEverything,
  import: importEverything,
  backup: backUp,
  restore,
  seed: seedCatalog,
}
