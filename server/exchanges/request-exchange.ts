import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxes, exchanges } from '../../db/schema.ts'
import { sentStates } from '../../domain/box.ts'
import { addDays, formatDate, instantAt } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { comesBack, type ExchangeKind, type ExchangeRemedy, staysAway } from '../../domain/exchange.ts'
import { warrantyKind } from '../../domain/term-words.ts'
import { terms } from '../../domain/terms.ts'
import type { BrokenPart } from '../../domain/warranty.ts'
import { freeStock } from '../curation/free-stock.ts'
import { lockMembership } from '../ledger/find-membership.ts'
import { getReturnLabel } from '../parcels/labels.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { enqueueExchangeMail, notifyExchangeStarted } from './act-on-exchange.ts'
import { addReplacement } from './add-replacement.ts'
import { namePhotos } from './claim-photos.ts'
import { isAnotherClaim } from './earlier-claims.ts'
import { fileExchanges } from './file-exchanges.ts'
import {
  type Box,
  exchangeOf,
  findBox,
  type Membership,
  mayBeLost,
  paidBox,
  returnableUntil,
  warrantyUntil,
} from './sent-box.ts'

type Exchange = typeof exchanges.$inferSelect

export type ExchangeRequest = {
  boxId: string
  kind: ExchangeKind
  /** omitted: a replacement, or for a return the refund */
  remedy?: ExchangeRemedy | undefined
  /** when another belt of the drop is wanted */
  productId?: string | undefined
  /** omitted: the same size as before */
  size?: string | undefined
  details?: string | undefined
  /** which part broke */
  part?: BrokenPart | undefined
  /** photos of it uploaded earlier (claim-photos.ts) */
  photoIds?: string[] | undefined
  /** who uploaded the photos */
  email?: string
  /** 'owner' may go past the 30 days and the warranty year, as goodwill */
  askedBy: 'member' | 'guest' | 'owner'
}

/**
 * Starts an exchange or return of a shipped belt (spec §1 "Returns policy"). A replacement is reserved right away and ships
 * when the belt is back; for a damaged belt it may ship now. A damaged belt after 30 days, or with another remedy wanted,
 * becomes a warranty claim that a person decides. Requesting the same thing again returns the same exchange.
 * @throws ShopError 'not_possible' after the 30 days or the year, if the belt is already going back, or if the replacement
 *   is out of stock
 * @param alongside writes related rows; `isTheirs`: the member could have had the same by their own call
 */
export async function requestExchange(
  shop: Shop,
  wish: ExchangeRequest,
  alongside?: (tx: Transaction, made: Exchange, isTheirs: boolean) => Promise<void>,
): Promise<Exchange> {
  const { membership } = await findBox(shop.db, wish.boxId)
  const made = await shop.db.transaction(async (tx) => {
    await lockMembership(tx, membership.id)
    const { box, membership: owner } = await findBox(tx, wish.boxId)
    const remedy = wish.remedy ?? (wish.kind === 'return' ? 'refund' : 'replacement')
    const piece = { productId: wish.productId ?? box.productId, size: wish.size ?? box.size }
    const before = await exchangeOf(tx, box.id)
    if (before) {
      if (isSame(before, wish, remedy, piece)) return before
      throw new ShopError(
        'not_possible',
        'This belt is already going back. If you want something else, cancel that first.',
      )
    }
    refuse(shop, box, wish)
    const isClaimed = wish.askedBy !== 'owner' && (await isClaim(tx, shop, owner, box, wish))
    const isTheirs = await mayHave(tx, shop, owner, box, wish)
    const givesBack = remedy === 'refund' || remedy === 'credit'
    if (givesBack && (await paidBox(tx, box)).valueCents === 0) {
      throw new ShopError('not_possible', 'This belt was free, so there’s nothing to refund. Exchange it.')
    }
    const today = shopDay(shop)
    const replacement =
      remedy === 'replacement' && !isClaimed ? await addReplacement(tx, shop, box, wish) : null
    const [exchange] = await tx
      .insert(exchanges)
      .values({
        boxId: box.id,
        kind: wish.kind,
        remedy,
        ...(isClaimed ? { state: 'claimed' as const } : {}),
        part: wish.part ?? (wish.kind === 'damaged' ? 'other' : null),
        wish: wish.remedy ?? null,
        askedBy: wish.askedBy,
        wantedProductId: replacement?.productId ?? null,
        wantedSize: replacement?.size ?? null,
        details: wish.details?.trim() ?? '',
        replacementBoxId: replacement?.id ?? null,
        expiresAt: instantAt(addDays(today, terms.sendBackDays + 1), 0, shop.config.timeZone),
        createdAt: shop.now(),
      })
      .returning()
    if (wish.kind === 'lost' && box.trouble === null) {
      await tx.update(boxes).set({ trouble: 'missing', troubleAt: shop.now() }).where(eq(boxes.id, box.id))
    }
    if (replacement?.productId === box.productId)
      await tx.update(boxes).set({ isReplaced: true }).where(eq(boxes.id, box.id))
    await namePhotos(tx, exchange!, wish)
    if (isClaimed) await enqueueExchangeMail(tx, shop, 'warranty-claimed', exchange!)
    else await notifyExchangeStarted(tx, shop, exchange!)
    await alongside?.(tx, exchange!, isTheirs)
    return exchange!
  })
  // If the carrier itself reports it lost, the refund needs no check.
  if (wish.kind === 'lost' && made.remedy === 'refund') await fileExchanges(shop)
  if (made.state === 'requested' && comesBack(made)) await getReturnLabel(shop, made.id)
  shop.wakeWorker()
  return made
}

/**
 * Whether a person decides. A first damaged belt within 30 days is replaced without a decision while the same belt is in
 * stock, or if another belt or size is wanted; so is a first one that never came. From the second claim on, a person looks.
 * What the staff requests never needs a decision.
 */
async function isClaim(
  tx: Transaction,
  shop: Shop,
  membership: Membership,
  box: Box,
  wish: ExchangeRequest,
): Promise<boolean> {
  if (!staysAway.includes(wish.kind)) return false
  if (await isAnotherClaim(tx, membership, box)) return true
  if (wish.kind !== 'damaged') return false
  if ((wish.remedy ?? 'replacement') !== 'replacement') return true
  if (shopDay(shop) > returnableUntil(shop, box)!) return true
  if (wish.productId !== undefined || wish.size !== undefined) return false
  const pieces = await freeStock(tx, [box.productId!])
  return !pieces.some(({ size, free }) => size === box.size && free > 0)
}

/** Whether a member gets this without anyone's decision. */
async function mayHave(
  tx: Transaction,
  shop: Shop,
  membership: Membership,
  box: Box,
  wish: ExchangeRequest,
): Promise<boolean> {
  const own = { ...wish, askedBy: 'member' as const }
  try {
    refuse(shop, box, own)
  } catch (error) {
    if (error instanceof ShopError) return false
    throw error
  }
  if (await isClaim(tx, shop, membership, box, own)) return false
  // Nobody but the carrier can say so.
  const { trouble } = box
  return !(own.kind === 'lost' && own.remedy === 'refund') || trouble === 'lost' || trouble === 'returned'
}

function isSame(
  before: Exchange,
  { kind, remedy: wish }: ExchangeRequest,
  remedy: ExchangeRemedy,
  piece: { productId: string | null; size: string | null },
): boolean {
  if (before.kind !== kind) return false
  if (before.state === 'claimed') return before.wish === (wish ?? null)
  if (before.remedy !== remedy) return false
  if (remedy !== 'replacement') return true
  return before.wantedProductId === piece.productId && before.wantedSize === piece.size
}

function refuse(shop: Shop, box: Box, wish: ExchangeRequest) {
  if (wish.kind === 'lost') {
    if (wish.askedBy === 'owner' ? sentStates.includes(box.state) : mayBeLost(shop, box)) return
    throw new ShopError(
      'not_possible',
      'This belt should still be on its way. Look at its tracking, and tell us after the promised day if it didn’t come.',
    )
  }
  const last = returnableUntil(shop, box)
  if (!last && box.state === 'returned') {
    throw new ShopError('not_possible', 'This belt already came back, and it’s been refunded or credited.')
  }
  if (!last) {
    throw new ShopError(
      'not_possible',
      `This belt hasn’t shipped yet. Exchange it once it arrives, or write to ${shop.config.supportEmail}.`,
    )
  }
  if (wish.kind === 'damaged') {
    const until = warrantyUntil(shop, box)!
    if (wish.askedBy !== 'owner' && shopDay(shop) > until) {
      throw new ShopError(
        'not_possible',
        `This belt’s ${warrantyKind} warranty ended on ${formatDate(until)}. Write to ${shop.config.supportEmail} anyway: we’d like to hear what broke.`,
      )
    }
  } else if (wish.askedBy !== 'owner' && shopDay(shop) > last) {
    throw new ShopError(
      'not_possible',
      `This belt could go back until ${formatDate(last)}. If something is wrong with it, write to ${shop.config.supportEmail}.`,
    )
  }
  if (wish.kind !== 'return' && (!box.productId || !box.size)) {
    throw new ShopError(
      'not_possible',
      `We don’t have a record of the belt in this box. Write to ${shop.config.supportEmail} and we’ll take care of the exchange.`,
    )
  }
  const isOther = wish.productId !== undefined && wish.productId !== box.productId
  const isOtherSize = wish.size !== undefined && wish.size !== box.size
  if (wish.kind === 'size' && (isOther || !isOtherSize)) {
    throw new ShopError('invalid_body', 'Choose a size other than the one you have.', {
      fields: { size: 'Choose a size other than the one you have.' },
    })
  }
  if (wish.kind === 'style' && !isOther) {
    throw new ShopError('invalid_body', 'Choose another belt.', {
      fields: { productId: 'Choose another belt.' },
    })
  }
  if (wish.kind === 'return' && wish.remedy === 'replacement') {
    throw new ShopError(
      'invalid_body',
      'A return gets you a refund or credit. For another belt, choose an exchange.',
    )
  }
  if (wish.remedy === 'repair' && wish.kind !== 'damaged') {
    throw new ShopError('invalid_body', 'Only a belt that broke can be repaired.')
  }
  if (
    comesBack(wish) &&
    wish.remedy !== 'repair' &&
    wish.kind !== 'return' &&
    wish.remedy &&
    wish.remedy !== 'replacement'
  ) {
    throw new ShopError('invalid_body', 'An exchange gets you another belt. For a refund, choose a return.')
  }
}
