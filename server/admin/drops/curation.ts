import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { readCuration as lastRun, startCuration as start } from '../../curation/curate-drop.ts'
import { forecastDrops as forecast } from '../../curation/forecast-drops.ts'
import { listExceptions as exceptionsOf } from '../../curation/list-exceptions.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'

/** Most exceptions sent at a time. Fixing some makes room for the next. */
const shown = 200

/** Starts curation of a drop. @throws ShopError 'not_possible' while another run is going */
export async function startCuration(
  shop: Shop,
  { drop }: AdminInput<'startCuration'>,
  staff: Staff,
): Promise<AdminReply<'startCuration'>> {
  const run = await start(shop, { drop })
  await shop.db.transaction((tx) =>
    audit(tx, staff, shop.now(), {
      action: 'drop.curate',
      entity: 'drops',
      entityId: drop,
      after: { run: run.id },
    }),
  )
  return run
}

/** Progress of the last run of a drop. */
export async function readCuration(
  shop: Shop,
  { drop }: AdminInput<'readCuration'>,
): Promise<AdminReply<'readCuration'>> {
  return { run: await lastRun(shop, { drop }) }
}

/** Boxes that need the owner's help (club-rules.md "Curate"). */
export async function listExceptions(
  shop: Shop,
  { drop }: AdminInput<'listExceptions'>,
): Promise<AdminReply<'listExceptions'>> {
  const all = await exceptionsOf(shop, { drop })
  return { exceptions: all.slice(0, shown), total: all.length }
}

/** What curation would do with the next six drops (club-rules.md "Forecast"). */
export async function forecastDrops(shop: Shop): Promise<AdminReply<'forecastDrops'>> {
  const drops = await forecast(shop)
  return {
    drops: drops.map(({ lines, ...each }) => ({
      ...each,
      lines: lines.map(({ reason, people, sentence }) => ({ reason, people, sentence })),
    })),
  }
}
