import { spawnSync } from 'node:child_process'
import { buildIfChanged } from './build.ts'
import { runningPackages } from './running-packages.ts'

// `npm run audit`: known vulnerabilities in what the shop is made of. npm exits with 1 both for a vulnerability and for a
// registry that doesn't answer; whoever reads the CI output has to know which.

const { stdout, stderr } = spawnSync('npm', ['audit', '--json'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const report = read(stdout)
if (!report?.metadata) {
  const reason = report?.message ?? report?.error?.summary ?? stderr.trim().split('\n').at(-1) ?? 'no answer'
  console.error(
    `Nothing is known: the registry did not answer the audit (${reason}). Try again where it does.`,
  )
  process.exit(2)
}
// npm counts bundled packages as development tools, so it is asked about everything and the result is sorted here.
await buildIfChanged()
const { installed, bundled } = runningPackages()
const holes = Object.values(report.vulnerabilities ?? {}).filter(({ nodes }) =>
  nodes.some((place) => installed.has(place) || bundled.has(place)),
)
const names = holes.map(({ name, severity }) => `  ${severity}: ${name}`)
console.log(
  holes.length === 0 ? 'No known hole in any package of the shop.' : `Known holes:\n${names.join('\n')}`,
)
process.exit(holes.some(({ severity }) => ['critical', 'high'].includes(severity)) ? 1 : 0)

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
