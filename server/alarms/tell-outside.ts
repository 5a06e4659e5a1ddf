import { and, eq, isNotNull } from 'drizzle-orm'
import { alarms } from '../../db/schema.ts'
import type { OutsideMessage } from '../shop/outside.ts'
import type { Shop } from '../shop/shop.ts'

/** Tells the outside address, if one is set. @returns whether it took it */
export async function tell(shop: Shop, message: OutsideMessage): Promise<boolean> {
  const { alarm } = shop.config.outside
  if (!alarm) return false
  try {
    await shop.outside.tell(alarm, { ...message, shop: shop.config.shopName })
    return true
  } catch (error) {
    shop.log.error({ error }, 'the outside address did not take an alarm; it is told again')
    return false
  }
}

/** Tells what the address wasn't told yet: it is called again each minute until it takes it. */
export async function tellOutside(shop: Shop): Promise<void> {
  for (const { id, label, value, since, toldAt, endedAt } of await shop.db.select().from(alarms)) {
    const about = { line: id, text: `${label}: ${value} (since ${since.toISOString()})` }
    if (endedAt) {
      const isSettled =
        !toldAt ||
        !shop.config.outside.alarm ||
        (await tell(shop, { ...about, title: `Over: ${label}`, isOver: true }))
      if (isSettled) await shop.db.delete(alarms).where(and(eq(alarms.id, id), isNotNull(alarms.endedAt)))
    } else if (!toldAt && (await tell(shop, { ...about, title: label, isOver: false })))
      await shop.db.update(alarms).set({ toldAt: shop.now() }).where(eq(alarms.id, id))
  }
}

/** Tells the dead man's switch, if there is one, that all work goes on. */
export async function sendHeartbeat(shop: Shop): Promise<void> {
  const { heartbeat } = shop.config.outside
  if (!heartbeat) return
  await shop.outside
    .beat(heartbeat)
    .catch((error: unknown) => shop.log.warn({ error }, 'the heartbeat address did not answer'))
}
