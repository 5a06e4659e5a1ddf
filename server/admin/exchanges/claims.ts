import type { exchanges } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { ExchangeRow } from '../../../domain/admin/exchange-contracts.ts'
import { proposeRemedy } from '../../../domain/warranty.ts'
import { freeStock } from '../../curation/free-stock.ts'
import { photosOf, readPhoto } from '../../exchanges/claim-photos.ts'
import { decideClaim, declineClaim, markRepaired } from '../../exchanges/decide-claim.ts'
import { chargeDecision } from '../../exchanges/goodwill.ts'
import { judgeKept } from '../../exchanges/judge-kept.ts'
import { givableOf } from '../../exchanges/returns.ts'
import {
  arrivedOn,
  type Box,
  type Membership,
  paidBox,
  returnableUntil,
  warrantyUntil,
} from '../../exchanges/sent-box.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { giveAway } from '../../staff/give-away.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { actingOn } from './act-on-exchanges.ts'

const aDay = 24 * 60 * 60_000

/** Decides what the member gets for a broken belt. @throws ShopError 'not_found', 'not_possible' */
export const decideClaimed = actingOn<'decideClaim'>(
  'decide',
  decideClaim,
  ({ exchangeId: _, ...given }) => given,
  chargeDecision,
)
/** @throws ShopError 'not_found', 'not_possible' */
export const declineClaimed = actingOn<'declineClaim'>('decline', declineClaim, ({ reason }) => ({ reason }))
/** Marks a belt as repaired, ready to go back. @throws ShopError 'not_found', 'not_possible' */
export const markRepairedBelt = actingOn<'markRepaired'>('repaired', markRepaired)

/** Records what a kept belt is still worth. @throws ShopError 'not_found', 'not_possible' */
export async function judgeKeptBelt(
  shop: Shop,
  { exchangeId, worthCents, reason }: AdminInput<'judgeKept'>,
  staff: Staff,
): Promise<AdminReply<'judgeKept'>> {
  await judgeKept(shop, { exchangeId, worthCents }, async (tx, givenCents, before) => {
    await giveAway(tx, shop, staff, { kind: 'write-off', amountCents: givenCents })
    await audit(tx, staff, shop.now(), {
      ...{ action: 'exchange.judge', entity: 'exchanges', entityId: exchangeId },
      ...{ before: { worthCents: before }, after: { worthCents, reason: reason.trim() } },
    })
  })
  return { success: true }
}

/** A photo of the damage. @throws ShopError 'not_found' */
export async function claimPhoto(
  shop: Shop,
  { photoId }: AdminInput<'claimPhoto'>,
): Promise<AdminReply<'claimPhoto'>> {
  const { content } = await readPhoto(shop, photoId)
  return { fileName: `${photoId}.webp`, contentType: 'image/webp', content: new Uint8Array(content) }
}

type Found = { exchange: typeof exchanges.$inferSelect; box: Box; membership: Membership }

/** What the admin shows of claims that a person decides (photos, age, the suggested remedy), by exchange id. */
export async function claimViews(shop: Shop, page: Found[]): Promise<Map<string, ExchangeRow['claim']>> {
  const broken = page.filter(
    ({ exchange: { kind, state, decidedAt } }) =>
      kind === 'damaged' || (kind === 'lost' && (state === 'claimed' || decidedAt !== null)),
  )
  const photos = await photosOf(
    shop,
    broken.map(({ exchange }) => exchange.id),
  )
  const today = shopDay(shop)
  const views = await Promise.all(
    broken.map(async ({ exchange, box, membership }) => {
      const arrived = arrivedOn(shop, box)
      const hasValue = (await givableOf(shop.db, await paidBox(shop.db, box), exchange.id)) > 0
      const isRecipients = membership.isGift && membership.memberEmail !== null
      const view = {
        part: exchange.part,
        wish: exchange.wish,
        photos: photos.filter(({ exchangeId }) => exchangeId === exchange.id).map(({ id }) => id),
        arrivedOn: arrived,
        ageDays: arrived ? Math.max(0, (Date.parse(today) - Date.parse(arrived)) / aDay) : null,
        warrantyUntil: warrantyUntil(shop, box),
        proposed:
          exchange.state === 'claimed' && exchange.kind === 'damaged'
            ? await proposalOf(shop, { exchange, box, hasValue })
            : null,
        remedies: [
          'replacement' as const,
          ...(exchange.kind === 'damaged' ? (['repair'] as const) : []),
          ...(hasValue ? (['refund'] as const) : []),
          ...(hasValue && isRecipients ? (['credit'] as const) : []),
        ],
        answer: exchange.answer,
      }
      return [exchange.id, view] as const
    }),
  )
  return new Map(views)
}

async function proposalOf(
  shop: Shop,
  { exchange, box, hasValue }: Omit<Found, 'membership'> & { hasValue: boolean },
) {
  const pieces = box.productId ? await freeStock(shop.db, [box.productId]) : []
  const until = returnableUntil(shop, box)
  return proposeRemedy({
    part: exchange.part ?? 'other',
    wish: exchange.wish,
    isEarly: until !== null && shopDay(shop, exchange.createdAt) <= until,
    isInStock: pieces.some(({ size, free }) => size === box.size && free > 0),
    hasValue,
  })
}
