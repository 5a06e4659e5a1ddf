import path from 'node:path'
import { connectEmbedded } from '../../db/connect-embedded.ts'
import { addDays, calendarDateIn } from '../../domain/calendar-date.ts'
import { firstDrop } from '../../domain/drop.ts'
import { insertBoxes } from '../../test/many-boxes.ts'
import { readyDataDir } from '../../test/shop-process.ts'
import { adminPassword, test as base, openShop } from './shop-test.ts'

const today = calendarDateIn('America/New_York', new Date())

/** The month whose boxes are in the shop. */
export const drop = firstDrop(today)

/**
 * A test with a shop that has this many boxes in a month: the members are added to a prepared database before it opens.
 */
export function testWithBoxes(members: number) {
  async function shopWithBoxes() {
    const dataDir = readyDataDir()
    const database = await connectEmbedded(dataDir, path.resolve('db/migrations'))
    await insertBoxes(database.db, members, drop, addDays(today, -1))
    await database.close()
    return openShop({ dataDir, env: { LOG_LEVEL: 'warn', ADMIN_PASSWORD: adminPassword } })
  }
  return base.extend({ shop: async ({ shops }, use) => use((await shops.open(shopWithBoxes)).shop) })
}
