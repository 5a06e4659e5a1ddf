import { spawn } from 'node:child_process'
import path from 'node:path'
import { buildIfChanged } from './build.ts'

// `npm run soak`: the tests of randomness, load, faults, races and restores, with far more of each than `npm test` has
// time for (`sized` in test/random.ts). Each run has a new seed, where `npm test` always uses the same, and all call
// tests run on both databases. Takes some hours. Each line names its SEED, which repeats the run with `npm test` or this.
const root = path.resolve(import.meta.dirname, '..')
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const playwright = path.join(root, 'node_modules/@playwright/test/cli.js')
const anHour = 3_600_000

const clubLife = 'server/billing/club-life.db.test.ts'
const files = [
  'server/checkout/any-course-of-events.db.test.ts',
  'server/checkout/thousand-purchases.db.test.ts',
  'server/billing/thirty-six-months.db.test.ts',
  'server/http/every-call-fuzz.db.test.ts',
  'server/http/race-for-names.db.test.ts',
  'server/backup/backup-drill.soak.db.test.ts',
  'server/tracking/year-of-parcels.db.test.ts',
  'server/letters/send-letters.db.test.ts',
  'server/books/shipped-days.db.test.ts',
  // One life on each database.
  'server/books/money-life.db.test.ts',
  'server/admin/admin-fuzz.db.test.ts',
  'server/admin/orders/find-orders.db.test.ts',
  'server/checkout/crowd.db.test.ts',
  clubLife,
]
/** Short simulations; each new seed makes a different one. */
const lives = [
  'server/billing/any-life.db.test.ts',
  'server/notifications/any-life.db.test.ts',
  'server/exchanges/any-exchanges.db.test.ts',
]
const livesOfEach = 10
/** The built shop in its own processes, and in Firefox and WebKit if Debian's are installed. */
const processFiles = [
  'kill.soak',
  'three-processes',
  'crowd.soak',
  'disk-full',
  'database-away',
  'fresh-pages.soak',
  'kill-with-stripe',
  'letter-kill.soak',
  'looks.soak',
  'other-browsers.soak',
  'restored-shop.soak',
]
/** Far more members than usual, on PostgreSQL: some hours. */
const largeClub = { CLUB_MEMBERS: '5000', CLUB_LIVELINESS: '0.01' }

type Run = {
  file: string
  project: 'unit' | 'embedded' | 'postgres' | 'built shop' | 'chromium' | 'changed files'
  env?: Record<string, string>
}

// `npm run soak -- club` runs those whose file or database name contains a word.
const wanted = process.argv.slice(2)
const kinds = ['embedded', 'postgres'] as const
const runs: Run[] = files.flatMap((file) => kinds.map((project) => ({ file, project })))
for (const file of lives)
  for (let life = 0; life < livesOfEach; life++)
    runs.push({ file, project: life % 2 === 0 ? 'embedded' : 'postgres' })
runs.push({ file: 'db/lock-folder', project: 'unit' })
for (const name of processFiles) runs.push({ file: `e2e/process/${name}`, project: 'built shop' })
// Every journey, with every screen at every size in every theme.
runs.push({ file: 'e2e/journeys', project: 'chromium' })
// Everything that `npm test` runs only on PostgreSQL, run on the embedded database in the same sizes.
runs.push({ file: '.db.test.ts', project: 'embedded', env: { SOAK: '0' } })
runs.push({ file: clubLife, project: 'postgres', env: largeClub })
// Mistakes planted in what changed: tests in the same sizes as `npm test`.
runs.push({ file: 'scripts/mutation.ts', project: 'changed files', env: { SOAK: '0' } })

const nameOf = ({ file, project }: Run) => `${file} on ${project}`
const chosen = runs.filter((run) => wanted.length === 0 || wanted.some((word) => nameOf(run).includes(word)))
if (chosen.length === 0) {
  console.error(`Nothing has such a name. There are:\n${[...new Set(runs.map(nameOf))].join('\n')}`)
  process.exit(2)
}

await buildIfChanged()
let failed = 0
for (const each of chosen) {
  const began = Date.now()
  const seed = process.env.SEED ?? `${Math.floor(Math.random() * 1_000_000)}`
  const { code, output } = await run(each, seed)
  const seconds = Math.round((Date.now() - began) / 1000)
  const how = each.env ? `, ${JSON.stringify(each.env)}` : ''
  console.log(`${code === 0 ? 'good  ' : 'FAILED'} ${nameOf(each)}${how}, SEED=${seed}, ${seconds} s`)
  for (const line of output.match(/^(SEED=|SURVIVED|\d+ of \d+ caught).*$/gm) ?? [])
    console.log(`      ${line}`)
  if (code === 0) continue
  failed++
  console.log(output)
}
process.exit(failed === 0 ? 0 : 1)

function run({ file, project, env = {} }: Run, seed: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const long = ['--reporter=default', `--testTimeout=${anHour}`]
    const args =
      project === 'chromium'
        ? [playwright, 'test', file]
        : project === 'changed files'
          ? [file]
          : [vitest, 'run', '--project', project, ...long, file]
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { SOAK: '1', ...env, ...process.env, SEED: seed },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
