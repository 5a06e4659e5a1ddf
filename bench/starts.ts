import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { removeData, startShopProcess } from '../test/shop-process.ts'
import type { Row } from './bench.ts'

/** Seconds until the shop answers: with an empty data folder, and again. Spec of the second start: under 3 s. */
export async function benchStarts(): Promise<Row[]> {
  const dataDir = path.join(mkdtempSync(path.join(os.tmpdir(), 'shop-starts-')), 'data')
  const first = await timedStart(dataDir)
  const again = await timedStart(dataDir)
  removeData(path.dirname(dataDir))
  return [row('start on an empty data folder, s', first, 10), row('start again, s', again, 3)]
}

async function timedStart(dataDir: string): Promise<number> {
  const begun = performance.now()
  const shop = await startShopProcess({ dataDir })
  await fetch(shop.address)
  const seconds = (performance.now() - begun) / 1000
  await shop.stop()
  return seconds
}

function row(what: string, seconds: number, limit: number): Row {
  return {
    what,
    ours: seconds.toFixed(2),
    peer: `at most ${limit}`,
    ratio: (seconds / limit).toFixed(2),
    limitedBy: 'starting the embedded database',
  }
}
