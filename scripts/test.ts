import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { buildIfChanged } from './build.ts'

// `npm test`: everything, in the order in which it fails fastest, then one line with the counts.
const root = path.resolve(import.meta.dirname, '..')
const cache = path.join(root, '.cache')
const bin = (file: string) => path.join(root, 'node_modules', file)

type Part = { name: string; run: () => Promise<{ passed: number; failed: number }> }

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
const total = { passed: 0, failed: 0 }
for (const part of parts) {
  console.log(`\n== ${part.name}`)
  const { passed, failed } = await part.run()
  total.passed += passed
  total.failed += failed
  console.log(`== ${part.name}: ${failed === 0 ? 'good' : 'FAILED'}`)
}
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
  const report = path.join(cache, 'vitest.json')
  rmSync(report, { force: true })
  const code = await run(bin('vitest/vitest.mjs'), ['run'])
  const {
    success,
    numPassedTests: passed,
    numFailedTests: failed,
  } = read<{ success: boolean; numPassedTests: number; numFailedTests: number }>(report, {
    success: false,
    numPassedTests: 0,
    numFailedTests: 0,
  })
  // A run that breaks outside of any test, such as a file that cannot be loaded, still fails.
  const isGood = success && code === 0
  return { passed, failed: failed === 0 && !isGood ? 1 : failed }
}

async function runPlaywright() {
  const report = path.join(cache, 'playwright.json')
  rmSync(report, { force: true })
  const code = await run(bin('@playwright/test/cli.js'), ['test'])
  const { stats } = read<{ stats: { expected: number; unexpected: number; flaky: number } }>(report, {
    stats: { expected: 0, unexpected: 0, flaky: 0 },
  })
  const failed = stats.unexpected + stats.flaky
  return { passed: stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed }
}

function read<T>(file: string, missing: T): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return missing
  }
}
