import { spawn } from 'node:child_process'
import path from 'node:path'
import type { Row } from './row.ts'

const root = path.resolve(import.meta.dirname, '..')
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const members = 5_000
const months = 36

/**
 * A club of 5,000 lives through random months on PostgreSQL. Every month, queries over the whole ledger judge it, using
 * none of the shop's own code (test/club-promises.ts). CLUB_MEMBERS, CLUB_MONTHS and SEED change the club.
 */
export async function benchClub(): Promise<Row[]> {
  const env = {
    CLUB_MEMBERS: String(members),
    CLUB_MONTHS: String(months),
    CLUB_LIVELINESS: '0.01',
    SEED: '5000',
    ...process.env,
  }
  const began = performance.now()
  const { code, output } = await live(env)
  const minutes = (performance.now() - began) / 60_000
  const lived = /months: (\{.*\})/.exec(output)?.[1]
  const counts: Record<string, number> = lived ? JSON.parse(lived) : {}
  if (code !== 0) console.error(output)
  const row = {
    what: `promises broken in ${env.CLUB_MONTHS} months of ${env.CLUB_MEMBERS} members, SEED ${env.SEED}`,
    ours: code === 0 ? '0' : (/expected '(.*)' to be null/.exec(output)?.[1] ?? 'it did not end'),
    peer: 'at most 0',
    ratio: '',
    limitedBy: Object.entries(counts)
      .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
      .join(', '),
    isBroken: code !== 0,
  }
  const charges = (counts.renewals ?? 0) + (counts.sent ?? 0) + (counts.mails ?? 0)
  const pace = {
    what: 'renewals, parcels and mails of that club, a minute',
    ours: Math.round(charges / minutes).toLocaleString('en'),
    peer: 'none: a club of 5,000 needs them in three years',
    ratio: `${minutes.toFixed(0)} min`,
    limitedBy: 'one thing after another in one process, as chance must be repeatable',
  }
  return [row, pace]
}

function live(env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  const args = [vitest, 'run', '--project', 'postgres', 'server/billing/club-life.db.test.ts']
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
