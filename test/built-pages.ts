import { cpSync } from 'node:fs'
import path from 'node:path'
import { connectEmbedded } from '../db/connect-embedded.ts'
import { createApp } from '../server/app.ts'
import type { Pages } from '../server/http/page-context.ts'
import { draftLetter } from '../server/letters/draft-letter.ts'
import { createTestShop } from './create-test-shop.ts'
import { fastFolder } from './fast-folder.ts'
import { removeData } from './shop-process.ts'

const root = path.resolve(import.meta.dirname, '..')

/** A shop as it starts, with a test's clock and the pages as they were built: heads, structured data, hydration data. */
export async function openBuiltPages() {
  const dataDir = fastFolder('pages')
  cpSync(process.env.READY_DATA_DIR!, dataDir, { recursive: true })
  const database = await connectEmbedded(dataDir, path.join(root, 'db/migrations'))
  const { shop, clock } = await createTestShop({ database })
  const { pages } = (await import(path.join(root, 'build/server/index.js'))) as { pages: Pages }
  const app = createApp({ shop, database, pages })
  return {
    shop,
    clock,
    get: async (address: string) => app.request(address),
    draftLetter: () => draftLetter(shop),
    async close() {
      await database.close()
      removeData(dataDir)
    },
  }
}
