import { buildIfChanged } from '../scripts/build.ts'
import { benchAdminOrders } from './admin-orders.ts'
import { benchCrowd } from './crowd.ts'
import { benchCuration } from './curation.ts'
import { benchHomePage } from './home-page.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchOrders } from './orders.ts'
import { benchSizes } from './sizes.ts'
import { benchStarts } from './starts.ts'

// `npm run bench`: every figure beside its peer or its limit in the same run, because seconds differ from machine to
// machine and ratios do less. `npm run bench -- admin` runs the parts whose name contains a word.

export type Row = {
  what: string
  ours: string
  peer: string
  ratio: string
  limitedBy: string
  isBroken?: boolean
}

const benches: Record<string, () => Promise<Row[]>> = {
  lighthouse: benchLighthouse,
  'home-page': benchHomePage,
  purchases: benchOrders,
  'admin-orders': benchAdminOrders,
  curation: benchCuration,
  crowd: benchCrowd,
  sizes: benchSizes,
  starts: benchStarts,
}
const wanted = process.argv.slice(2)

await buildIfChanged()
const rows: Row[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.some((word) => name.includes(word))) rows.push(...(await bench()))
}

const columns = ['what', 'ours', 'peer', 'ratio', 'limitedBy'] as const
const heads: Row = {
  what: 'What',
  ours: 'Ours',
  peer: 'Peer or limit',
  ratio: 'Ratio',
  limitedBy: 'What limits it',
}
const widths = columns.map((column) => Math.max(...[heads, ...rows].map((row) => row[column].length)))
console.log('')
for (const row of [heads, ...rows]) {
  console.log(columns.map((column, index) => row[column].padEnd(widths[index]!)).join('   '))
}

const broken = rows.filter((row) => row.isBroken)
for (const row of broken) console.error(`Over its limit: ${row.what} is ${row.ours}, ${row.peer}`)
if (broken.length > 0) process.exitCode = 1
