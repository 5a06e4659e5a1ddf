import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import pMap from 'p-map'
import type { Transaction } from '../../db/database.ts'
import { labelState } from '../../db/schema/states.ts'
import { boxes, exchanges, memberships, outbox, parcels } from '../../db/schema.ts'
import { stateCode } from '../../domain/address.ts'
import type { CartShipping } from '../../domain/cart.ts'
import { ShopError } from '../../domain/errors.ts'
import { subjectIdOf } from '../../domain/mail-subjects.ts'
import { activeLabels, defaultOunces, type ParcelAddress, parcelAddressOf } from '../../domain/parcel.ts'
import { keptSince } from '../../domain/retention.ts'
import { oneLine } from '../../domain/slug.ts'
import { asSentTo } from '../ledger/find-membership.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { BoughtLabel, Carrier } from '../shop/carrier.ts'
import { itemFailed, stepDone } from '../shop/rounds.ts'
import type { Shop } from '../shop/shop.ts'
import { isAddressFine } from './check-address.ts'

type Parcel = typeof parcels.$inferSelect

/** Simultaneous calls to the carrier. */
const lanes = 4

/** @throws ShopError 'not_possible' if the shop buys its labels elsewhere */
export function requireCarrier(shop: Shop): Carrier {
  if (shop.carrier) return shop.carrier
  throw new ShopError(
    'not_possible',
    'This shop isn’t connected to a carrier. Import the Labels CSV in your carrier’s tool, or start the shop with EASYPOST_API_KEY.',
  )
}

/** The shop as the sender of labels; a placeholder in a demo without an address. */
function senderOf({ config }: Shop, carrier: Carrier): ParcelAddress {
  const own = parcelAddressOf(config.shopName, config.postalAddress)
  if (own) return own
  if (carrier.kind !== 'demo') throw new Error('the carrier needs POSTAL_ADDRESS')
  return {
    name: config.shopName,
    street1: '1 Demo Street',
    street2: '',
    city: 'Anytown',
    state: 'NY',
    zip: '10001',
  }
}

/**
 * Checks the address, then asks the price of a wanted label and stores the carrier's id for it, the only one ever bought. If
 * two processes ask, the first answer stays; the other costs nothing.
 * @throws ShopError 'carrier_unavailable'; a refusal is stored
 */
async function quote(shop: Shop, carrier: Carrier, parcel: Parcel): Promise<void> {
  const [row] = await shop.db
    .select({ box: boxes, membership: memberships })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .where(eq(boxes.id, parcel.boxId))
  const { box, membership } = row!
  const { address } = await asSentTo(shop.db, box, membership)
  const asked = {
    reference: parcel.id,
    from: senderOf(shop, carrier),
    to: receiverOf((parcel.exchangeId ? address : (box.shipTo ?? address)) as Partial<CartShipping>),
    ounces: parcel.ounces,
  }
  const isWanted = and(eq(parcels.id, parcel.id), eq(parcels.label, 'wanted'))
  try {
    if (!parcel.exchangeId && !(await isAddressFine(shop, carrier, parcel, asked.to))) return
    const { cents, ...found } = await (parcel.exchangeId ? carrier.returnLabel(asked) : carrier.quote(asked))
    await shop.db
      .update(parcels)
      .set({ label: labelState.to('quoted', parcels.label), ...found, costCents: cents, lastError: null })
      .where(isWanted)
  } catch (error) {
    await shop.db
      .update(parcels)
      .set({ lastError: sentenceOf(error) })
      .where(isWanted)
    if (!isRefusal(error)) throw error
  }
}

/**
 * Buys a quoted label and stores it. The purchase is recorded before the carrier is called: after a crash, the next attempt
 * asks the carrier, who returns what was bought.
 * @throws ShopError 'carrier_unavailable'; a refusal is stored, and the label is quoted again
 */
async function buy(shop: Shop, carrier: Carrier, parcel: Parcel): Promise<void> {
  const isQuoted = and(
    eq(parcels.id, parcel.id),
    eq(parcels.label, 'quoted'),
    eq(parcels.shipmentId, parcel.shipmentId!),
  )
  const begun = await shop.db.update(parcels).set({ buyingAt: shop.now() }).where(isQuoted).returning()
  if (!begun[0]) return
  try {
    const asked = { shipmentId: parcel.shipmentId!, rateId: parcel.rateId! }
    await keep(shop, parcel, await carrier.buyLabel(asked, { qr: parcel.exchangeId !== null }))
  } catch (error) {
    const lastError = sentenceOf(error)
    // A refused label wasn't bought; its price may have expired.
    const anew = isRefusal(error)
      ? {
          label: labelState.to('wanted', parcels.label),
          shipmentId: null,
          rateId: null,
          costCents: null,
          buyingAt: null,
        }
      : {}
    await shop.db
      .update(parcels)
      .set({ lastError, ...anew })
      .where(isQuoted)
    if (!isRefusal(error)) throw error
  }
}

async function keep(shop: Shop, { id }: Parcel, { cents, ...label }: BoughtLabel) {
  await shop.db.transaction(async (tx) => {
    const [row] = await tx.select().from(parcels).where(eq(parcels.id, id)).for('update')
    if (row!.label === 'bought') return
    if (row!.label !== 'quoted') {
      // Abandoned meanwhile: request the postage back, however late the carrier answered.
      await tx
        .update(parcels)
        .set({ label: labelState.to('voiding', parcels.label) })
        .where(eq(parcels.id, id))
      return
    }
    const now = shop.now()
    await tx
      .update(parcels)
      .set({
        label: labelState.to('bought', parcels.label),
        ...label,
        costCents: cents,
        boughtAt: now,
        lastError: null,
      })
      .where(eq(parcels.id, id))
    if (row!.exchangeId) await notifyReturnLabel(tx, shop, row!.exchangeId)
  })
}

/** Called once a return's label is there: the email waiting for it is sent with it, or a second email follows. */
export async function notifyReturnLabel(tx: Transaction, shop: Shop, exchangeId: string) {
  const now = shop.now()
  await tx
    .update(exchanges)
    .set({ labelSentAt: now })
    .where(and(eq(exchanges.id, exchangeId), isNull(exchanges.labelSentAt)))
  const [box] = await tx
    .select({ membershipId: boxes.membershipId })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
    .where(eq(exchanges.id, exchangeId))
  const subject = { membershipId: box!.membershipId, exchangeId }
  const about = and(
    eq(outbox.kind, 'exchange-requested'),
    eq(outbox.subjectId, subjectIdOf('exchange-requested', subject)),
  )
  const [mail] = await tx.select().from(outbox).where(about).for('update')
  // If it wasn't tried yet, it isn't being sent: send it now, with the label. One that waits for a gift's notice goes on waiting.
  if (mail && !mail.sentAt && mail.attempts === 0) {
    if (mail.runAt.getTime() <= now.getTime() + labelPatience)
      await tx.update(outbox).set({ runAt: now, dueAt: now }).where(about)
  } else await enqueueMail(tx, shop, { kind: 'return-label', about: subject })
}

/** A parcel its carrier hasn't seen: once it has, the postage is used, and the package has to be followed. */
export const isUnseen = (of: string): SQL =>
  sql`${sql.identifier(of)}.track = 'waiting' and ${sql.identifier(of)}.scanned_at is null`

/**
 * Abandons labels no longer needed, unless their package is on its way: postage that was or may have been paid is requested
 * back. `which` selects parcels.
 */
export async function abandonLabels(tx: Transaction, which: SQL): Promise<void> {
  const given = sql`case when ${parcels.label} = 'bought' or ${parcels.buyingAt} is not null
    then ${labelState.to('voiding', parcels.label)} else ${labelState.to('void', parcels.label)} end`
  await tx
    .update(parcels)
    .set({ label: given, suggestion: null })
    .where(and(which, inArray(parcels.label, activeLabels), isUnseen('parcels')))
}

/** Milliseconds a return's email waits for its label. */
export const labelPatience = 20_000

/** Records that a returning belt needs a label, in the transaction that requests the return. */
export async function requestReturnLabel(
  tx: Transaction,
  shop: Shop,
  exchange: { id: string; boxId: string },
) {
  await tx
    .insert(parcels)
    .values({
      boxId: exchange.boxId,
      exchangeId: exchange.id,
      ounces: defaultOunces,
      createdAt: shop.now(),
      updatedAt: shop.now(),
    })
    .onConflictDoNothing()
}

/** Gets a return's label now; if the carrier is down, `finishLabels` does it later. */
export async function getReturnLabel(shop: Shop, exchangeId: string): Promise<void> {
  if (!shop.carrier) return
  const of = and(eq(parcels.exchangeId, exchangeId), inArray(parcels.label, ['wanted', 'quoted']))
  const [parcel] = await shop.db.select().from(parcels).where(of)
  if (parcel) await finish(shop, shop.carrier, parcel).catch((error) => warn(shop, error))
}

async function finish(shop: Shop, carrier: Carrier, parcel: Parcel): Promise<void> {
  if (parcel.label === 'wanted') await quote(shop, carrier, parcel)
  const [known] = await shop.db.select().from(parcels).where(eq(parcels.id, parcel.id))
  if (known?.label === 'quoted') await buy(shop, carrier, known)
}

// After a failure, no further work starts, and running work finishes before returning, so nothing changes afterwards.
async function eachBeside(these: Parcel[], work: (parcel: Parcel) => Promise<void>) {
  const failures: unknown[] = []
  const unlessFailed = async (parcel: Parcel) => {
    if (failures.length === 0) await work(parcel).catch((error: unknown) => void failures.push(error))
  }
  await pMap(these, unlessFailed, { concurrency: lanes })
  if (failures.length > 0) throw failures[0]
}

/** Quotes these, several at a time. @throws ShopError 'carrier_unavailable' */
export async function quoteAll(shop: Shop, wanted: Parcel[]): Promise<void> {
  const carrier = requireCarrier(shop)
  await eachBeside(wanted, (parcel) => quote(shop, carrier, parcel))
}

/** Buys these, several at a time. @throws ShopError 'carrier_unavailable' */
export async function buyAll(shop: Shop, quoted: Parcel[]): Promise<void> {
  const carrier = requireCarrier(shop)
  await eachBeside(quoted, (parcel) => buy(shop, carrier, parcel))
}

/** Milliseconds after which an unfinished label is tried again. */
const unfinished = 2 * 60_000

/**
 * Finishes interrupted work: labels being bought, labels of returns, and postage being requested back. A drop's labels that
 * nobody has bought yet wait for a person, because they cost money.
 */
export async function finishLabels(shop: Shop): Promise<void> {
  const { carrier } = shop
  if (!carrier) return
  const longAgo = new Date(shop.now().getTime() - unfinished)
  const isStale = sql`coalesce(${parcels.buyingAt}, ${parcels.createdAt}) <= ${longAgo.toISOString()}::timestamptz`
  const open = await shop.db
    .select()
    .from(parcels)
    .where(
      or(
        eq(parcels.label, 'voiding'),
        and(inArray(parcels.label, ['wanted', 'quoted']), sql`${parcels.exchangeId} is not null`, isStale),
        and(eq(parcels.label, 'quoted'), sql`${parcels.buyingAt} is not null`, isStale),
      ),
    )
    .orderBy(parcels.updatedAt)
    .limit(200)
  for (const parcel of open) {
    stepDone()
    try {
      if (parcel.label === 'voiding') await giveUp(shop, carrier, parcel)
      else await finish(shop, carrier, parcel)
    } catch (error) {
      warn(shop, error)
      // It comes last then: a label that can't be had or voided keeps no other waiting.
      await shop.db.update(parcels).set({ updatedAt: shop.now() }).where(eq(parcels.id, parcel.id))
      return
    }
  }
}

async function giveUp(shop: Shop, carrier: Carrier, { id, shipmentId }: Parcel): Promise<void> {
  const isBack = shipmentId === null || (await carrier.voidLabel(shipmentId).catch(unknownToCarrier))
  await shop.db
    .update(parcels)
    .set({
      label: labelState.to('void', parcels.label),
      lastError: isBack ? null : 'The carrier won’t refund this label: it was used or is too old.',
    })
    .where(and(eq(parcels.id, id), eq(parcels.label, 'voiding')))
}

// Bought with another key, such as a test key: it would keep all other labels from being finished.
function unknownToCarrier(error: unknown): false {
  if (isRefusal(error)) return false
  throw error
}

/** Deletes old label files, which contain a name and an address; only their number and price are kept. */
export async function deleteLabelFiles(shop: Shop): Promise<void> {
  const longAgo = keptSince('labels', shop.now()).toISOString()
  await shop.db
    .update(parcels)
    .set({ pdf: null, qr: null })
    .where(sql`${parcels.pdf} is not null and ${parcels.boughtAt} < ${longAgo}::timestamptz`)
}

/** An address in the carriers' format. */
export function receiverOf(address: Partial<CartShipping>): ParcelAddress {
  const line = (part: keyof CartShipping) => oneLine(address[part])
  return {
    name: line('fullName'),
    street1: line('address'),
    street2: line('address2'),
    city: line('city'),
    state: stateCode(line('state')),
    zip: line('zipCode'),
  }
}

const isRefusal = (error: unknown) => error instanceof ShopError && error.code === 'not_possible'
const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const warn = (shop: Shop, error: unknown) =>
  itemFailed(shop, { error }, 'a label could not be had; it is tried again')
