import { spawnSync } from 'node:child_process'

// `npm run audit`: known holes in what the shop is made of. npm answers 1 both for a hole and for a registry that does
// not answer; whoever reads the output of CI has to know which.

const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
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
const { critical, high, moderate, low, total } = report.metadata.vulnerabilities
const names = Object.values(report.vulnerabilities ?? {}).map(
  ({ name, severity }) => `  ${severity}: ${name}`,
)
console.log(total === 0 ? 'No known hole in any package of the shop.' : `Known holes:\n${names.join('\n')}`)
console.log(`critical ${critical}, high ${high}, moderate ${moderate}, low ${low}`)
process.exit(critical + high > 0 ? 1 : 0)

type Report = {
  message?: string
  error?: { summary?: string }
  metadata?: { vulnerabilities: Record<'critical' | 'high' | 'moderate' | 'low' | 'total', number> }
  vulnerabilities?: Record<string, { name: string; severity: string }>
}

function read(text: string): Report | null {
  try {
    return JSON.parse(text) as Report
  } catch {
    return null
  }
}
