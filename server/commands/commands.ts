import { adminCreate } from './admin-create.ts'
import type { Command } from './command.ts'
import { paymentsStart } from './payments-start.ts'
import { paymentsStop } from './payments-stop.ts'
import { promotionCreate } from './promotion-create.ts'
import { promotionEnd } from './promotion-end.ts'
import { promotionList } from './promotion-list.ts'
import { seedCatalog } from './seed-catalog.ts'

/** Everything that `npm run shop -- <command>` can do. */
export const commands: Readonly<Record<string, Command>> = {
  'promotion:create': promotionCreate,
  'promotion:list': promotionList,
  'promotion:end': promotionEnd,
  'payments:stop': paymentsStop,
  'payments:start': paymentsStart,
  'admin:create': adminCreate,
  seed: seedCatalog,
}
