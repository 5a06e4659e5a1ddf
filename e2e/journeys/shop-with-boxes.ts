import path from 'node:path'
import { connectEmbedded } from '../../db/connect-embedded.ts'
import { addDays, calendarDateIn } from '../../domain/calendar-date.ts'
import { firstDrop } from '../../domain/drop.ts'
import { insertBoxes } from '../../test/many-boxes.ts'
import { readyDataDir, removeData, startShopProcess } from '../../test/shop-process.ts'
import { adminPassword, test as base } from './shop-test.ts'

const today = calendarDateIn('America/New_York', new Date())

/** The month whose boxes are in the shop. */
export const drop = firstDrop(today)

/**
 * The test of a shop that has so many boxes of a month: to a database that is ready the members come, then it opens.
 */
export const testWithBoxes = (members: number) =>
  base.extend({
    shop: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
      async ({}, use) => {
        const dataDir = readyDataDir()
        const database = await connectEmbedded(dataDir, path.resolve('db/migrations'))
        await insertBoxes(database.db, members, drop, addDays(today, -1))
        await database.close()
        const shop = await startShopProcess({
          dataDir,
          env: { LOG_LEVEL: 'warn', ADMIN_PASSWORD: adminPassword },
        })
        await use(shop)
        await shop.stop()
        removeData(dataDir)
      },
      { scope: 'worker' },
    ],
  })
