import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildIfChanged } from './build.ts'

/** What Vitest's JSON reporter writes, as far as it is read here. */
type VitestReport = {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** What Playwright's JSON reporter writes, as far as it is read here. */
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}
type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    ok: boolean
    tests: { results: { status: string; errors: { message?: string }[] }[] }[]
  }[]
}

/** Lines of an error that are told: what was expected and what came, without the whole page it came in. */
const toldLines = 25

/** Each failed test of a run by Vitest: its file, its name, and how it failed. */
export function failedCalls(report: VitestReport): string[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [told(name, 'the file itself', [message])]
    return failed.map((test) => told(name, test.fullName, test.failureMessages))
  })
}

/** Each failed journey of a run by Playwright: its file, its name, and how it failed. */
export function failedJourneys(report: PlaywrightReport): string[] {
  const outside = report.errors.map(({ message }) =>
    told('e2e/journeys', 'outside of any journey', [message]),
  )
  return [...outside, ...report.suites.flatMap(failedIn)]
}

function failedIn(suite: PlaywrightSuite): string[] {
  const own = suite.specs
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const errors = spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors))
      return told(
        suite.file,
        spec.title,
        errors.map((error) => error.message),
      )
    })
  return [...own, ...(suite.suites ?? []).flatMap(failedIn)]
}

function told(file: string, name: string, messages: (string | undefined)[]) {
  const lines = stripVTControlCharacters(messages.filter(Boolean).join('\n')).split('\n')
  return [`${file} › ${name}`, ...lines.slice(0, toldLines).map((line) => `    ${line}`)].join('\n')
}

// `npm test`: everything, in the order in which it fails fastest, then what failed once more, and one line with the
// counts: whoever reads only the end of a long log, as in CI, still learns what to look at.
const root = path.resolve(import.meta.dirname, '..')
const cache = path.join(root, '.cache')
const bin = (file: string) => path.join(root, 'node_modules', file)

type Outcome = { passed: number; failed: number; told?: string[] }
type Part = { name: string; run: () => Promise<Outcome> }

const parts: Part[] = [
  {
    name: 'format and lint',
    run: () => check(bin('@biomejs/biome/bin/biome'), ['ci', '--error-on-warnings', '.']),
  },
  { name: 'import direction', run: () => check(path.join(root, 'scripts/check-rooms.ts'), []) },
  { name: 'route types', run: () => check(bin('@react-router/dev/bin.cjs'), ['typegen']) },
  { name: 'types', run: () => check(bin('typescript/bin/tsc'), ['--noEmit']) },
  { name: 'build', run: () => asCheck(async () => void (await buildIfChanged())) },
  { name: 'unit and calls', run: runVitest },
  { name: 'journeys', run: runPlaywright },
]

mkdirSync(cache, { recursive: true })
const total = { passed: 0, failed: 0, told: [] as string[] }
for (const part of parts) {
  console.log(`\n== ${part.name}`)
  const { passed, failed, told = [] } = await part.run()
  total.passed += passed
  total.failed += failed
  // A check prints little: its own words stand above.
  total.told.push(...(failed > 0 && told.length === 0 ? [part.name] : told))
  console.log(`== ${part.name}: ${failed === 0 ? 'good' : 'FAILED'}`)
}
if (total.told.length > 0) console.log(`\n== what failed\n${total.told.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

function run(file: string, args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

async function check(file: string, args: string[]) {
  return (await run(file, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function asCheck(work: () => Promise<void>) {
  try {
    await work()
    return { passed: 1, failed: 0 }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

async function runVitest() {
  const file = path.join(cache, 'vitest.json')
  rmSync(file, { force: true })
  const code = await run(bin('vitest/vitest.mjs'), ['run'])
  const missing: VitestReport = { success: false, numPassedTests: 0, numFailedTests: 0, testResults: [] }
  const report = read(file, missing)
  const failed = report.numFailedTests
  // A run that breaks outside of any test, such as a file that cannot be loaded, still fails.
  const isGood = report.success && code === 0
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !isGood ? 1 : failed,
    told: failedCalls(report),
  }
}

async function runPlaywright() {
  const file = path.join(cache, 'playwright.json')
  rmSync(file, { force: true })
  const code = await run(bin('@playwright/test/cli.js'), ['test'])
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
  }
}

function read<T>(file: string, missing: T): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return missing
  }
}
