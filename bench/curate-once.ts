import { curateDrop } from '../server/curation/curate-drop.ts'
import { bareShop } from './bare-shop.ts'

// One curation in a process of its own, so that its memory is its own: `curate-once.ts <address> <drop>`.
const [url, drop] = process.argv.slice(2)
const { shop, close } = await bareShop(url!)
const before = process.memoryUsage().rss
const begun = performance.now()
const run = await curateDrop(shop, { drop: drop! })
const milliseconds = performance.now() - begun
// Linux counts the most that was ever held in kilobytes.
const bytes = process.resourceUsage().maxRSS * 1024 - before
console.log(
  JSON.stringify({ milliseconds, bytes, assigned: run.assigned, held: run.held, changed: run.changed }),
)
await close()
