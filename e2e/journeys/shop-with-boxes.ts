import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { connectEmbedded } from '../../db/connect-embedded.ts'
import { addDays, calendarDateIn } from '../../domain/calendar-date.ts'
import { firstDrop } from '../../domain/drop.ts'
import { insertBoxes } from '../../test/many-boxes.ts'
import { removeData, startShopProcess } from '../../test/shop-process.ts'
import { adminPassword, test as base } from './shop-test.ts'

const today = calendarDateIn('America/New_York', new Date())

/** The month whose boxes are in the shop. */
export const drop = firstDrop(today)

/**
 * The test of a shop that has so many boxes of a month: its first start makes the database, then the members come, then
 * it opens.
 */
export const testWithBoxes = (members: number) =>
  base.extend({
    shop: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
      async ({}, use) => {
        const dataDir = mkdtempSync(path.join(os.tmpdir(), 'shop-data-'))
        const start = () =>
          startShopProcess({ dataDir, env: { LOG_LEVEL: 'warn', ADMIN_PASSWORD: adminPassword } })
        await (await start()).stop()
        const database = await connectEmbedded(dataDir, path.resolve('db/migrations'))
        await insertBoxes(database.db, members, drop, addDays(today, -1))
        await database.close()
        const shop = await start()
        await use(shop)
        await shop.stop()
        removeData(dataDir)
      },
      { scope: 'worker' },
    ],
  })
