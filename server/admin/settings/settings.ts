import { isDeepStrictEqual } from 'node:util'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { isCalendarDate } from '../../../domain/calendar-date.ts'
import { isEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { usualCeilings } from '../../../domain/giving.ts'
import { formatCents } from '../../../domain/money.ts'
import { parcelAddressOf } from '../../../domain/parcel.ts'
import { plansOnSale } from '../../../domain/plan.ts'
import { usualLowStock } from '../../../domain/stock-needs.ts'
import {
  noRepeat,
  orderAnswer,
  otherAnswer,
  priceNotice,
  returnWindow,
  warrantyTerm,
} from '../../../domain/term-words.ts'
import { usualRecordLimits } from '../../../domain/track-record.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import { readPlans } from '../../catalog/read-plans.ts'
import {
  applySettings,
  readSetting,
  resumePayments,
  stopPayments,
  writeSetting,
} from '../../settings/settings.ts'
import type { Shop } from '../../shop/shop.ts'
import { requireConfirmed } from '../../staff/change-password.ts'
import { audit, auditAlone, type Staff } from '../../staff/staff.ts'
import { refuseEditConflict } from '../edit-conflict.ts'

const row = { entity: 'settings', entityId: 'paymentsStopped' }
const settingWords = {
  shopName: 'shop name',
  supportEmail: 'support email',
  postalAddress: 'postal address',
  lowStock: 'low stock',
  ceilings: 'what staff may give away',
  recordLimits: 'what turns a record red',
}

/** Stops new payments until the owner allows them again. Payments already started still become orders. */
export async function stopTakingPayments(
  shop: Shop,
  { sentence }: AdminInput<'stopPayments'>,
  staff: Staff,
): Promise<AdminReply<'stopPayments'>> {
  await shop.db.transaction(async (tx) => {
    await stopPayments({ ...shop, db: tx }, sentence.trim())
    await audit(tx, staff, shop.now(), { action: 'payments.stop', ...row, after: { sentence } })
  })
  return { success: true }
}

/** Allows payments again. */
export async function takePaymentsAgain(
  shop: Shop,
  _input: unknown,
  staff: Staff,
): Promise<AdminReply<'startPayments'>> {
  await shop.db.transaction(async (tx) => {
    await resumePayments({ ...shop, db: tx })
    await audit(tx, staff, shop.now(), { action: 'payments.start', ...row })
  })
  return { success: true }
}

/** The owner's settings, and the defaults for those not set. */
export async function readSettings(shop: Shop): Promise<AdminReply<'readSettings'>> {
  const desk = await readSetting(shop, 'desk')
  const { startedAs } = shop.config
  return {
    shopName: desk?.shopName ?? '',
    supportEmail: desk?.supportEmail ?? '',
    postalAddress: desk?.postalAddress ?? '',
    holidays: desk?.holidays ?? [],
    lowStock: desk?.lowStock ?? usualLowStock,
    ceilings: desk?.ceilings ?? usualCeilings,
    recordLimits: desk?.recordLimits ?? usualRecordLimits,
    defaults: startedAs,
    paymentsStopped: (await readSetting(shop, 'paymentsStopped'))?.sentence ?? null,
    ownersNeedTwoStep: (await readSetting(shop, 'ownersNeedTwoStep')) !== null,
    figures: [...(await planFigures(shop)), ...figures],
  }
}

async function planFigures(shop: Shop) {
  const plans = plansOnSale(await readPlans(shop.db))
  return plans.map((plan) => ({ name: `${plan.name} plan`, value: formatCents(plan.stripeAmount) }))
}

/** Figures of spec §9, as the pages state them: promises to customers, which change with the terms and have no switch. */
const figures = [
  { name: 'Return and exchange window', value: `${returnWindow} from delivery` },
  { name: 'Warranty', value: warrantyTerm },
  { name: 'No repeat of a belt', value: noRepeat },
  { name: 'Order issues answered within', value: orderAnswer },
  { name: 'Everything else answered within', value: otherAnswer },
  { name: 'Price changes announced', value: `${priceNotice} ahead` },
]

/**
 * Saves the shop's name, addresses and holidays. Every page and email uses them right away, in every process.
 * @throws ShopError 'invalid_body'
 */
export async function writeSettings(
  shop: Shop,
  input: AdminInput<'writeSettings'>,
  staff: Staff,
): Promise<AdminReply<'writeSettings'>> {
  const supportEmail = input.supportEmail.trim()
  if (supportEmail !== '' && !isEmail(supportEmail)) {
    const sentence = 'Write an email address, or leave it empty.'
    throw new ShopError('invalid_body', sentence, { fields: { supportEmail: sentence } })
  }
  const postalAddress = input.postalAddress?.trim().replaceAll(/\s+/g, ' ')
  if (postalAddress && !parcelAddressOf('', postalAddress)) {
    const sentence = 'Write it on one line: 12 Canal St, Portland, OR 97201.'
    throw new ShopError('invalid_body', sentence, { fields: { postalAddress: sentence } })
  }
  const { lowStock } = input
  const written = {
    shopName: input.shopName.trim().replaceAll(/\s+/g, ' '),
    supportEmail,
    holidays: [...new Set(input.holidays)].filter(isCalendarDate).sort(),
  }
  await shop.db.transaction(async (tx) => {
    // Must come first: its lock makes a second change wait for this one.
    await catalogChanged(tx)
    const inside = { ...shop, db: tx }
    const before = await readSetting(inside, 'desk')
    await refuseEditConflict(
      tx,
      { entity: 'settings', entityId: 'desk', what: 'the settings', words: settingWords },
      input.was,
      await readSettings(inside),
    )
    const after = {
      ...written,
      postalAddress: postalAddress ?? before?.postalAddress ?? '',
      lowStock: lowStock ?? before?.lowStock ?? usualLowStock,
      ceilings: input.ceilings ?? before?.ceilings ?? usualCeilings,
      recordLimits: input.recordLimits ?? before?.recordLimits ?? usualRecordLimits,
    }
    // Where mail goes: a stolen session alone must not change it, and all owners hear of it.
    if (after.supportEmail !== (before?.supportEmail ?? '')) {
      await requireConfirmed(inside, staff, undefined)
      await audit(tx, staff, shop.now(), {
        ...{ action: 'settings.support-email', entity: 'settings', entityId: 'desk', tells: 'owners' },
        ...{ before: { supportEmail: before?.supportEmail ?? '' }, after: { supportEmail } },
      })
    }
    if (!isDeepStrictEqual(after.ceilings, before?.ceilings ?? usualCeilings))
      await requireConfirmed(inside, staff, undefined)
    await writeSetting(inside, 'desk', after)
    await audit(tx, staff, shop.now(), {
      action: 'settings.change',
      entity: 'settings',
      entityId: 'desk',
      before,
      after,
    })
  })
  await applySettings(shop)
  return { success: true }
}

/** Makes two-step sign-in mandatory or optional for owners. Owners without it must set it up before anything else. */
export async function setOwnersTwoStep(
  shop: Shop,
  { isNeeded }: AdminInput<'setOwnersTwoStep'>,
  staff: Staff,
): Promise<AdminReply<'setOwnersTwoStep'>> {
  await shop.db.transaction(async (tx) => {
    await writeSetting({ ...shop, db: tx }, 'ownersNeedTwoStep', isNeeded || null)
    await audit(tx, staff, shop.now(), {
      action: isNeeded ? 'settings.two-step-on' : 'settings.two-step-off',
      entity: 'settings',
      entityId: 'ownersNeedTwoStep',
      after: { isNeeded },
      tells: 'owners',
    })
  })
  return { success: true }
}

/** Whether the provider account is set up for this shop. @throws ShopError 'payments_unavailable' */
export async function checkPayments(shop: Shop): Promise<AdminReply<'checkPayments'>> {
  return { lines: await shop.payments.checkAccount(shop.config.publicUrl) }
}

/**
 * Creates or fixes the webhook and the wallet domain at the provider. The secret of a new webhook is shown, not stored:
 * like all keys, it belongs in the environment.
 * @throws ShopError 'not_possible', 'payments_unavailable'
 */
export async function registerPayments(
  shop: Shop,
  _input: unknown,
  staff: Staff,
): Promise<AdminReply<'registerPayments'>> {
  const webhookSecret = await shop.payments.registerAccount(shop.config.publicUrl)
  await auditAlone(shop, staff, {
    ...{ action: 'payments.register', entity: 'settings', entityId: 'payments' },
    after: { madeWebhook: webhookSecret !== null },
  })
  return { webhookSecret }
}
