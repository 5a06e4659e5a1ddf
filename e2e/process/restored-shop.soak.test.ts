import path from 'node:path'
import { expect, it } from 'vitest'
import { command } from '../../test/owner-command.ts'
import { removeData, startShopProcess } from '../../test/shop-process.ts'

// Restoring makes a whole new database, which takes 12 s of CPU. In `npm test`, server/backup/backup-drill.soak.db.test.ts
// restores one, and owner-commands.test.ts asks for it beside a running shop.
it('a shop on the embedded database opens again after its backup was restored', async () => {
  const shop = await startShopProcess()
  const env = { DATA_DIR: shop.dataDir }
  const kept = path.join(shop.dataDir, 'kept.jsonl.gz')
  expect((await command(env, 'backup', kept)).said).toContain(`are in ${kept}, read again and whole`)
  await shop.stop()
  expect((await command(env, 'restore', kept)).said).toContain('What was there before is kept in')
  const again = await startShopProcess({ dataDir: shop.dataDir })
  expect((await fetch(`${again.address}/ready`)).status).toBe(200)
  await again.stop()
  removeData(shop.dataDir)
})
