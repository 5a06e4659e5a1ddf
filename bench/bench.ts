import { spawnSync } from 'node:child_process'
import os from 'node:os'
import { usualLimits, withPatience } from '../db/patience.ts'
import { buildIfChanged } from '../scripts/build.ts'
import { benchAdminOrders } from './admin-orders.ts'
import { benchClub } from './club.ts'
import { benchCrowd } from './crowd.ts'
import { benchCuration } from './curation.ts'
import { benchDisk } from './disk.ts'
import { benchHomePage } from './home-page.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchMails } from './mails.ts'
import { benchOrders } from './orders.ts'
import { benchProviderEvents } from './provider-events.ts'
import { benchRoutes } from './routes.ts'
import type { Row } from './row.ts'
import { benchSizes } from './sizes.ts'
import { benchSlowPhone } from './slow-phone.ts'
import { benchStarts } from './starts.ts'

// `npm run bench`: measures every figure next to its peer or limit in the same run, because seconds vary from machine to
// machine, and ratios less so. `npm run bench -- admin` runs the parts whose name contains a word.

const benches: Record<string, () => Promise<Row[]>> = {
  lighthouse: benchLighthouse,
  'slow-phone': benchSlowPhone,
  'home-page': benchHomePage,
  routes: benchRoutes,
  purchases: benchOrders,
  disk: benchDisk,
  mails: benchMails,
  'provider-events': benchProviderEvents,
  'admin-orders': benchAdminOrders,
  curation: benchCuration,
  crowd: benchCrowd,
  sizes: benchSizes,
  starts: benchStarts,
  club: benchClub,
}
const wanted = process.argv.slice(2)

const parts = Object.entries(benches).filter(
  ([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
)
if (parts.length === 0) {
  console.error(`No part has such a name. There are: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}

await buildIfChanged()
const rows: Row[] = []
const loads: string[] = []
for (const [name, bench] of parts) {
  console.error(`${new Date().toISOString().slice(11, 19)} ${name}`)
  // The machine's load from other work: it lowers rates, but hardly affects counts and CPU time.
  loads.push(`${name} ${os.loadavg()[0]!.toFixed(1)}`)
  try {
    rows.push(...(await withPatience(usualLimits.longest, bench)))
  } catch (error) {
    // The other parts are still worth running.
    console.error(error)
    const what = `${name}: could not be measured`
    rows.push({ what, ours: String(error), peer: 'a figure', ratio: '', limitedBy: '', isBroken: true })
  }
}

// A Markdown table, ready to paste into docs/benchmarks.md.
const commit = spawnSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).stdout?.trim()
const processor = os.cpus()[0]?.model.trim() ?? 'unknown'
console.log(
  `\n${new Date().toISOString().slice(0, 10)}, commit ${commit || 'unknown'}, Node ${process.version}, ${os.availableParallelism()} × ${processor}\n`,
)
console.log(`Load of the machine when each part began: ${loads.join(', ')}\n`)
console.log('| what | ours | peer or limit | ratio | what limits it |\n|---|---|---|---|---|')
for (const { what, ours, peer, ratio, limitedBy, isBroken } of rows) {
  const figure = isBroken ? `**${ours}**` : ours
  console.log(`| ${[what, figure, peer, ratio, limitedBy].join(' | ')} |`)
}

const broken = rows.filter((row) => row.isBroken)
for (const row of broken) console.error(`Over its limit: ${row.what} is ${row.ours}, ${row.peer}`)
// A part that could not be measured may have left a server running, which would keep the process alive.
process.exit(broken.length > 0 ? 1 : 0)
