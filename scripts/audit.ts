import { spawnSync } from 'node:child_process'
import { buildIfChanged } from './build.ts'
import { runningPackages } from './running-packages.ts'

// `npm run audit`: known vulnerabilities in the packages that run the shop. npm exits with 1 both for a vulnerability and
// for a registry that doesn't answer; the CI output has to say which.

const { stdout, stderr } = spawnSync('npm', ['audit', '--json'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const report = read(stdout)
if (!report?.metadata) {
  const reason = report?.message ?? report?.error?.summary ?? stderr.trim().split('\n').at(-1) ?? 'no answer'
  console.error(
    `The audit has no result: the registry didn’t answer (${reason}). Try again from a network that reaches it.`,
  )
  process.exit(2)
}
// npm counts bundled packages as development tools, so it is asked about everything and the result is sorted here.
await buildIfChanged()
const { installed, bundled } = runningPackages()
const vulnerabilities = Object.values(report.vulnerabilities ?? {}).filter(({ nodes }) =>
  nodes.some((place) => installed.has(place) || bundled.has(place)),
)
const names = vulnerabilities.map(({ name, severity }) => `  ${severity}: ${name}`)
console.log(
  names.length === 0
    ? 'No known vulnerabilities in the shop’s packages.'
    : `Known vulnerabilities:\n${names.join('\n')}`,
)
process.exit(vulnerabilities.some(({ severity }) => ['critical', 'high'].includes(severity)) ? 1 : 0)

type Report = {
  message?: string
  error?: { summary?: string }
  metadata?: unknown
  vulnerabilities?: Record<string, { name: string; severity: string; nodes: string[] }>
}

function read(text: string): Report | null {
  try {
    return JSON.parse(text) as Report
  } catch {
    return null
  }
}
