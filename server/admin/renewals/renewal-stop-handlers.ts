import { desc, eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import { boxState } from '../../../db/schema/states.ts'
import { renewalStops } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { StopOutlook } from '../../../domain/admin/renewal-stop-contracts.ts'
import { unpackedStates } from '../../../domain/box.ts'
import { addDays, formatDate } from '../../../domain/calendar-date.ts'
import { ShopError } from '../../../domain/errors.ts'
import { leftOf, type StopScope } from '../../billing/renewal-stops.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import { comingShortage } from '../../curation/coming-shortage.ts'
import { writeSetting } from '../../settings/settings.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'

const entity = 'renewal_stops'
/** Days ahead that a pause can last: the provider moves a charge two years at most. */
const longestPause = 600

/** GET /api/admin/renewal-stops. */
export async function listRenewalStops(shop: Shop): Promise<AdminReply<'listRenewalStops'>> {
  const rows = await shop.db.select().from(renewalStops).orderBy(desc(renewalStops.createdAt)).limit(100)
  const stops = []
  for (const row of rows) {
    const { id, kind, planId, style, size, untilDay, refunds, reason, username, done, lastError } = row
    stops.push({
      ...{ id, kind, planId, style, size, untilDay, refunds, reason, username, done, lastError },
      left: row.finishedAt ? 0 : (await outlookOf(shop, row)).members,
      state: row.finishedAt ? ('finished' as const) : row.heldAt ? ('held' as const) : ('running' as const),
      begunOn: shopDay(shop, row.createdAt),
    })
  }
  const { percent, ...coming } = await comingShortage(shop)
  return { stops, coming, proposeAt: percent }
}

/** POST /api/admin/renewal-stops/preview. @throws ShopError 'not_possible' for a day that isn't ahead */
export function previewRenewalStop(
  shop: Shop,
  input: AdminInput<'previewRenewalStop'>,
): Promise<AdminReply<'previewRenewalStop'>> {
  return outlookOf(shop, checked(shop, input))
}

async function outlookOf(shop: Shop, scope: StopScope): Promise<StopOutlook> {
  const left = leftOf(scope, shopDay(shop))
  const [row] = await rowsOf<StopOutlook>(
    shop.db,
    sql`select count(*)::int as members, coalesce(sum(had.boxes), 0)::int as boxes, coalesce(sum(had.cents), 0)::int as "refundCents"
      from memberships m left join lateral (
        select count(*) as boxes, sum(b.value * 100) as cents from boxes b where ${scope.refunds} and b.membership_id = m.id
          and b.kind = 'owed' and b.state in ${boxState.list(...unpackedStates)} and b.hold_reason is distinct from 'dispute') had on true
      where ${left}`,
  )
  return row!
}

// Fields that don't belong to the kind count as absent.
function checked(shop: Shop, input: AdminInput<'previewRenewalStop'>): StopScope {
  const { kind, planId, style, size } = input
  const refunds = kind === 'close' && input.refunds
  if (kind === 'close') return { kind, planId, style, size, untilDay: null, refunds }
  const today = shopDay(shop)
  const [first, last] = [addDays(today, 2), addDays(today, longestPause)]
  const { untilDay } = input
  if (!untilDay || untilDay < first || untilDay > last) {
    const sentence = `Choose a day from ${formatDate(first)} to ${formatDate(last)}.`
    throw new ShopError('not_possible', sentence, { fields: { untilDay: sentence } })
  }
  return { kind, planId, style, size, untilDay, refunds }
}

/**
 * POST /api/admin/renewal-stops: starts a stop, once per form; the worker carries it out.
 * @throws ShopError 'not_possible' if others would be changed than were previewed
 */
export async function startRenewalStop(
  shop: Shop,
  input: AdminInput<'startRenewalStop'>,
  staff: Staff,
): Promise<AdminReply<'startRenewalStop'>> {
  const { id, members, reason } = input
  if ((await shop.db.$count(renewalStops, eq(renewalStops.id, id))) > 0) return { success: true }
  const scope = checked(shop, input)
  const now = await outlookOf(shop, scope)
  if (now.members !== members)
    throw new ShopError(
      'not_possible',
      `This would change ${now.members} memberships now, not ${members}. Look at it again.`,
    )
  await shop.db.transaction(async (tx) => {
    const made = await tx
      .insert(renewalStops)
      .values({ id, ...scope, reason: reason.trim(), username: staff.username, createdAt: shop.now() })
      .onConflictDoNothing()
      .returning({ id: renewalStops.id })
    if (made.length === 0) return
    await catalogChanged(tx)
    await audit(tx, staff, shop.now(), {
      ...{ action: 'renewal-stop.start', entity, entityId: id },
      after: { ...scope, members, reason: reason.trim() },
    })
  })
  shop.wakeWorker()
  return { success: true }
}

/** POST /api/admin/renewal-stops/{id}/hold: holds it after the belts and charges being changed now, or lets it go on. */
export function holdRenewalStop(
  shop: Shop,
  { id, isHeld }: AdminInput<'holdRenewalStop'>,
  staff: Staff,
): Promise<AdminReply<'holdRenewalStop'>> {
  return change(shop, id, staff, (row) =>
    (row.heldAt !== null) === isHeld
      ? null
      : {
          set: { heldAt: isHeld ? shop.now() : null },
          action: isHeld ? 'renewal-stop.hold' : 'renewal-stop.continue',
        },
  )
}

/**
 * POST /api/admin/renewal-stops/{id}/end: ends it before its day. Charges it has moved stay on the days that their payers were
 * told; no others move, and what was stopped can be bought again.
 */
export function endRenewalStop(
  shop: Shop,
  { id }: AdminInput<'endRenewalStop'>,
  staff: Staff,
): Promise<AdminReply<'endRenewalStop'>> {
  return change(shop, id, staff, () => ({
    set: { finishedAt: shop.now(), lastError: null },
    action: 'renewal-stop.end',
  }))
}

type Row = typeof renewalStops.$inferSelect
type Change = { set: Partial<Row>; action: string }

/** @throws ShopError 'not_found', 'not_possible' if it's finished */
async function change(shop: Shop, id: string, staff: Staff, how: (row: Row) => Change | null) {
  await shop.db.transaction(async (tx) => {
    const [row] = await tx.select().from(renewalStops).where(eq(renewalStops.id, id)).for('update')
    if (!row) throw new ShopError('not_found', 'We can’t find that. Reload the page.')
    if (row.finishedAt) throw new ShopError('not_possible', 'This is finished already.')
    const made = how(row)
    if (!made) return
    await tx.update(renewalStops).set(made.set).where(eq(renewalStops.id, id))
    await catalogChanged(tx)
    await audit(tx, staff, shop.now(), { action: made.action, entity, entityId: id })
  })
  return { success: true as const }
}

/** POST /api/admin/renewal-stops/proposal: from which share of belts that can't be filled the shop proposes a stop. */
export async function setStopProposal(
  shop: Shop,
  { percent }: AdminInput<'setStopProposal'>,
  staff: Staff,
): Promise<AdminReply<'setStopProposal'>> {
  await shop.db.transaction(async (tx) => {
    await writeSetting({ ...shop, db: tx }, 'proposeStopAt', { percent })
    await audit(tx, staff, shop.now(), {
      ...{
        action: 'renewal-stop.proposal',
        entity: 'settings',
        entityId: 'proposeStopAt',
        after: { percent },
      },
    })
  })
  return { success: true }
}
