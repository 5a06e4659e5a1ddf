import { adminCreate, adminResetPassword } from './admin-commands.ts'
import { backUp, exportEverything, importEverything, migrate, restore } from './backup-commands.ts'
import {
  priceAnnounce,
  priceCallOff,
  promotionCreate,
  promotionEnd,
  promotionList,
  seedCatalog,
} from './catalog-commands.ts'
import type { Command } from './command.ts'
import {
  membershipCancel,
  membershipPause,
  membershipRefund,
  membershipResume,
  membershipShow,
  membershipSkip,
  membershipUndo,
} from './membership-commands.ts'
import { moneyCompare, paymentsStart, paymentsStop, writeBooks } from './money-commands.ts'

/** Every command of `npm run shop -- <command>`. */
export const commands: Readonly<Record<string, Command>> = {
  'promotion:create': promotionCreate,
  'promotion:list': promotionList,
  'promotion:end': promotionEnd,
  'price:announce': priceAnnounce,
  'price:call-off': priceCallOff,
  'payments:stop': paymentsStop,
  'payments:start': paymentsStart,
  'money:compare': moneyCompare,
  'membership:show': membershipShow,
  'membership:cancel': membershipCancel,
  'membership:undo': membershipUndo,
  'membership:skip': membershipSkip,
  'membership:pause': membershipPause,
  'membership:resume': membershipResume,
  'membership:refund': membershipRefund,
  'admin:create': adminCreate,
  'admin:reset-password': adminResetPassword,
  books: writeBooks,
  export: exportEverything,
  import: importEverything,
  backup: backUp,
  restore,
  migrate,
  seed: seedCatalog,
}
