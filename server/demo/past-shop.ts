import { inArray } from 'drizzle-orm'
import { ownTime } from '../../db/open-scratch.ts'
import { letters, settings } from '../../db/schema.ts'
import { shopLog } from '../shop/log.ts'
import type { Scratch, Shop } from '../shop/shop.ts'
import { noTrace } from '../shop/trace.ts'

/** Where a letter or a label comes from in a shop that has no postal address yet. */
const inventedAddress = '1 Invented Street, Inventown, OR 97209'

/** A shop in another time, which can be set. */
export type PastShop = { shop: Shop; moveTo(instant: Date): Promise<void> }

/**
 * The same shop on a scratch database, in whatever time is being lived: its code, settings and demo providers, but nothing of
 * it leaves. Emails are rendered and archived as sent, and go nowhere.
 */
export async function pastShop(present: Shop, { db, payments, carrier }: Scratch): Promise<PastShop> {
  const setTime = await ownTime(db)
  // Sums that were cached a moment ago, and the draft of this month's letter, are those of a shop without a year.
  await db.delete(letters)
  await db.delete(settings).where(inArray(settings.key, ['figures', 'expectedRenewals', 'openBoxes']))
  let time = present.now()
  const now = () => new Date(time)
  const { config } = present
  const postalAddress = config.postalAddress.trim() || inventedAddress
  const shop: Shop = {
    db,
    payments: payments(now),
    carrier: carrier(now),
    mailer: { send: async (mail) => `250 kept ${mail.id}`, close() {} },
    outside: { tell: async () => {}, beat: async () => {} },
    backups: present.backups,
    now,
    pause: async () => {},
    diskFree: async () => null,
    secrets: present.secrets,
    config: Object.freeze({
      ...config,
      postalAddress,
      startedAs: { ...config.startedAs, postalAddress },
      bulkMail: { ...config.bulkMail, perMinute: 100_000 },
    }),
    log: shopLog('silent'),
    trace: noTrace,
    proofRounds: 1,
    wakeWorker: () => {},
  }
  return {
    shop,
    async moveTo(instant) {
      time = instant
      await setTime(instant.toISOString())
    },
  }
}
