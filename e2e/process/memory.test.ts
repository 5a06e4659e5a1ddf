import { mkdtempSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { removeData, startShopProcess } from '../../test/shop-process.ts'

/** Megabytes that a process ever had in memory. Linux alone says. */
const peak = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

it.skipIf(process.platform !== 'linux')(
  'the embedded shop makes its database, opens and answers in a box of 320 MB',
  async () => {
    const shop = await startShopProcess({ dataDir: mkdtempSync(path.join(os.tmpdir(), 'shop-memory-')) })
    for (let visit = 0; visit < 100; visit++) {
      const answer = await fetch(`${shop.address}/api/newsletter/subscribe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `reader${visit}@example.com`, source: 'footer' }),
      })
      await answer.text()
    }
    expect(peak(shop.pid)).toBeLessThan(320)
    await shop.stop()
    removeData(shop.dataDir)
  },
)
