import { monitorEventLoopDelay } from 'node:perf_hooks'
import { usualLimits, withPatience } from '../db/patience.ts'
import { curateDrop } from '../server/curation/curate-drop.ts'
import { forecastDrops } from '../server/curation/forecast-drops.ts'
import { bareShop } from './bare-shop.ts'

// One curation (or one forecast, if no drop is named) in its own process, so that its memory can be measured:
// `curate-once.ts <address> [<drop>]`.
const [url, drop] = process.argv.slice(2)
const { shop, close } = await bareShop(url!)
const before = process.memoryUsage().rss
const deaf = monitorEventLoopDelay({ resolution: 5 })
deaf.enable()
const begun = performance.now()
// As in the worker, whose rounds have a patience of their own.
const counts = await withPatience(usualLimits.longest, () => (drop ? curateOne(drop) : forecastAll()))
const milliseconds = performance.now() - begun
// Linux reports peak memory in kilobytes.
const bytes = process.resourceUsage().maxRSS * 1024 - before
console.log(JSON.stringify({ milliseconds, bytes, deaf: deaf.max / 1e6, ...counts }))
await close()

async function curateOne(drop: string) {
  const { assigned, held, changed } = await curateDrop(shop, { drop })
  return { assigned, held, changed }
}

async function forecastAll() {
  const drops = await forecastDrops(shop)
  const assigned = drops.reduce((sum, each) => sum + each.filled, 0)
  return { assigned, held: drops.reduce((sum, each) => sum + each.boxes, 0) - assigned, changed: 0 }
}
