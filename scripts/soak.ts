import { spawn } from 'node:child_process'
import path from 'node:path'

// `npm run soak`: the tests of chance with far more of it than `npm test` has time for, on both databases. A quarter of
// an hour or more; a failure names its SEED, with which `npm test` or this repeats it.
const root = path.resolve(import.meta.dirname, '..')
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const anHour = 3_600_000

const files = [
  'server/checkout/any-course-of-events.db.test.ts',
  'server/checkout/thousand-purchases.db.test.ts',
  'server/billing/thirty-six-months.db.test.ts',
  'server/every-call-fuzz.db.test.ts',
]
const most = {
  SOAK_COURSES: '600',
  SOAK_PURCHASES: '1000',
  FUZZ_REQUESTS: '10000',
  MONTHS_MEMBERS: '150',
  MONTHS_LIVELINESS: '0.1',
}

let failed = 0
for (const file of files)
  for (const project of ['embedded', 'postgres']) {
    const began = Date.now()
    const { code, output } = await run(file, project)
    const seconds = Math.round((Date.now() - began) / 1000)
    console.log(`${code === 0 ? 'good  ' : 'FAILED'} ${file} on ${project}, ${seconds} s`)
    if (code === 0) continue
    failed++
    console.log(output)
  }
process.exit(failed === 0 ? 0 : 1)

function run(file: string, project: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const args = ['run', '--project', project, '--reporter=default', `--testTimeout=${anHour}`, file]
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: root,
      env: { ...most, ...process.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
