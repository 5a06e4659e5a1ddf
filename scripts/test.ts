import { spawn } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import {
  failedCalls,
  failedJourneys,
  type PlaywrightReport,
  type TestTime,
  timesOfCalls,
  timesOfJourneys,
  type VitestReport,
} from './failed-tests.ts'

// `npm test`: checks and build, then call tests, tests of the built shop, and journeys. At the end it repeats the
// failures and prints one line with the counts, so that reading only the end of a long CI log is enough. `npm test --
// cart` checks types and runs only the test files with that word in their name, also those that otherwise only the soak
// runs (docs/decisions/033-test-time-budget.md). `npm test -- journeys cart` also runs what needs a build: tests of the
// built shop and journeys with that word, those tagged @soak too. It's the same if nothing else has the word. `npm test --
// checks cart` also runs every check.
const root = path.resolve(import.meta.dirname, '..')
const cache = path.join(root, '.cache')
const cores = availableParallelism()
const bin = (file: string) => path.join(root, 'node_modules', file)
/** Milliseconds of silence after which a line says what is still running. */
const longestSilence = 10_000
/** Seconds everything should take on two idle cores; anything beyond that belongs in `npm run soak`. */
const goal = 300

type Outcome = { passed: number; failed: number; told?: string[]; times?: TestTime[] }
type Part = { name: string; run: () => Promise<Outcome> }

const typed = process.argv.slice(2).map((word) => word.toLowerCase())
/** Parts of names; `checks` stands for every check, and `journeys` for what needs a build. */
const words = typed.filter((word) => word !== 'checks' && word !== 'journeys')
const isNamed = (name: string) =>
  typed.length === 0 || words.some((word) => name.toLowerCase().includes(word))
const testFiles = globSync('{domain,app,server,db,scripts,test,e2e}/**/*.test.{ts,tsx}', {
  cwd: root,
}).filter((file) => (typed.length === 0 ? !file.includes('.soak.') : isNamed(file)))
const callFiles = testFiles.filter((file) => !file.startsWith('e2e'))
const wantsBuild = typed.length === 0 || typed.includes('journeys') || callFiles.length === 0
const processFiles = wantsBuild ? testFiles.filter((file) => file.startsWith('e2e')) : []
// A journey's name is in its file; Playwright then picks the journeys themselves.
const journeyFiles = globSync(wantsBuild ? 'e2e/journeys/*.spec.ts' : [], { cwd: root }).filter((file) =>
  isNamed(`${file} ${readFileSync(path.join(root, file), 'utf8')}`),
)

const types = [
  '--noEmit',
  '--checkers',
  '1',
  '--incremental',
  '--tsBuildInfoFile',
  '.cache/types.tsbuildinfo',
]
const checks: Part[] = [
  {
    name: 'format and lint',
    run: () => check(bin('@biomejs/biome/bin/biome'), ['ci', '--error-on-warnings', '.']),
  },
  { name: 'import direction', run: () => check(path.join(root, 'scripts/check-rooms.ts'), []) },
  { name: 'route types', run: () => check(bin('@react-router/dev/bin.cjs'), ['typegen']) },
  // Each parallel checker would check the shared types anew, and the cores have other work.
  {
    name: 'types',
    run: () => check(bin('typescript/bin/tsc'), types, { GOGC: '400' }),
  },
  // Needs the route types.
  { name: 'dead code', run: () => check(bin('knip/bin/knip.js'), ['--no-progress']) },
  { name: 'dead styles', run: () => check(path.join(root, 'scripts/check-styles.ts'), []) },
].filter(({ name }) => isNamed(name) || typed.includes('checks') || / types|^types/.test(name))
const needsBuild = isNamed('build') || journeyFiles.length > 0 || processFiles.length > 0
const builds: Part[] = needsBuild
  ? [{ name: 'build', run: () => check(path.join(root, 'scripts/build.ts'), []) }]
  : []
const calls: Part[] =
  callFiles.length > 0
    ? [
        {
          name: 'unit and calls',
          // Huge pages, where Linux has them: fewer page faults while workers and connections grow.
          run: () =>
            runVitest('calls', ['unit', 'postgres'], cores, {
              GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
            }),
        },
      ]
    : []
const processes: Part[] =
  processFiles.length > 0
    ? [{ name: 'built shop', run: () => runVitest('built-shop', ['built shop'], cores) }]
    : []
const journeys: Part[] = journeyFiles.length > 0 ? [{ name: 'journeys', run: runPlaywright }] : []

const total = { passed: 0, failed: 0, told: [] as string[], times: [] as TestTime[] }
const began = Date.now()
const seconds = () => Math.round((Date.now() - began) / 1000)
const running = new Set<string>()
let lastWord = Date.now()

const named = [...checks.filter(({ name }) => isNamed(name) || typed.includes('checks')), ...builds]
if ([named, calls, processes, journeys].flat().length === 0) {
  console.error(`No check, no file of tests and no journey is named ${typed.join(' or ')}.`)
  process.exit(2)
}
say(
  `${checks.length + builds.length} checks, ${callFiles.length + processFiles.length} files of tests, ${journeyFiles.length} of journeys.`,
)
setInterval(() => {
  if (Date.now() - lastWord >= longestSilence) say(`.. ${seconds()} s, still: ${[...running].join(', ')}`)
}, 1_000).unref()
mkdirSync(cache, { recursive: true })

// No more in parallel than keeps the cores busy: a process that waits for a core has to refill its caches when it gets
// one, and running all of this at the same time took half as long again as one after another.
const made = [runAll(checks), runAll(builds)]
// Vitest takes some seconds on one core to begin, and that's what the longer of the two leaves free. Types of a few files
// by name are checked beside them.
if (wantsBuild) await Promise.race(made)
await runAll(calls)
await Promise.all(made)
await runAll([...processes, ...journeys])
if (total.told.length > 0) say(`\n== what failed\n${total.told.join('\n')}`)
if (typed.length === 0) {
  const slowest = total.times.toSorted((one, other) => other.ms - one.ms).slice(0, 10)
  say(`\n== ${seconds()} s; the goal on two idle cores is ${goal} s. What took longest:`)
  for (const { name, ms } of slowest) say(`${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)
}
say(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

async function runAll(parts: Part[]) {
  for (const part of parts) {
    running.add(part.name)
    say(`== ${part.name} ...`)
    const start = Date.now()
    const { passed, failed, told = [], times = [] } = await part.run()
    running.delete(part.name)
    total.passed += passed
    total.failed += failed
    total.times.push(...times)
    // A check prints little; its own output is above.
    total.told.push(...(failed > 0 && told.length === 0 ? [part.name] : told))
    say(`== ${part.name}: ${failed === 0 ? 'good' : 'FAILED'}, ${Math.round((Date.now() - start) / 1000)} s`)
  }
}

function say(line: string) {
  lastWord = Date.now()
  console.log(line)
}

function run(file: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        lastWord = Date.now()
        process.stdout.write(chunk)
      })
    child.once('close', (code) => resolve(code ?? 1))
  })
}

async function check(file: string, args: string[], env?: Record<string, string>) {
  return (await run(file, args, env)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function runVitest(
  name: string,
  projects: string[],
  workers: number,
  env?: Record<string, string>,
): Promise<Outcome> {
  const file = path.join(cache, `vitest-${name}.json`)
  rmSync(file, { force: true })
  const only = projects.map((project) => `--project=${project}`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const left = typed.length === 0 ? ['--exclude=**/*.soak.test.ts'] : []
  const args = ['run', ...only, `--maxWorkers=${workers}`, ...left, ...reporters, ...words]
  const code = await run(bin('vitest/vitest.mjs'), args, env)
  const missing: VitestReport = { success: false, numPassedTests: 0, numFailedTests: 0, testResults: [] }
  const report = read(file, missing)
  const failed = report.numFailedTests
  // A run also fails if it breaks outside of any test, for example in a file that can't be loaded.
  const isGood = report.success && code === 0
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !isGood ? 1 : failed,
    told: failedCalls(report),
    times: timesOfCalls(report),
  }
}

async function runPlaywright(): Promise<Outcome> {
  const file = path.join(cache, 'playwright.json')
  rmSync(file, { force: true })
  const named = words.map((word) => word.replaceAll(/[^\w\s]/g, '\\$&')).join('|')
  const only = named ? ['--grep', named, '--pass-with-no-tests'] : ['--grep-invert=@soak']
  const code = await run(bin('@playwright/test/cli.js'), ['test', ...only])
  const missing: PlaywrightReport = {
    stats: { expected: 0, unexpected: 0, flaky: 0 },
    suites: [],
    errors: [],
  }
  const report = read(file, missing)
  const failed = report.stats.unexpected + report.stats.flaky
  return {
    passed: report.stats.expected,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    told: failedJourneys(report),
    times: timesOfJourneys(report),
  }
}

function read<T>(file: string, missing: T): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return missing
  }
}
