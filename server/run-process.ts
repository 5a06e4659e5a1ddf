import path from 'node:path'
import { DatabaseError } from '../db/database.ts'
import { PortError, type RunningShop } from './open-shop.ts'
import { type Config, parseConfig } from './shop/config.ts'
import { ConfigError } from './shop/services-config.ts'

/**
 * Runs a shop as this process: prints where it is, stops on a signal, and exits with one sentence if a person can fix the
 * problem.
 * @param environment the process's settings
 */
export async function runProcess(
  environment: Record<string, string | undefined>,
  open: (config: Config) => Promise<RunningShop>,
) {
  // Files the database creates in the data folder must be private too.
  process.umask(0o077)
  // Signals count from the start, even while opening: the shop then opens, closes and exits.
  let isClosing = false
  const opening = Promise.resolve().then(() => open(parseConfig(environment)))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (isClosing) return
      isClosing = true
      // Exits even if something hangs: a supervisor would kill it later anyway, less gently.
      setTimeout(() => process.exit(1), 9_500).unref()
      await opening.then((running) => running.close()).catch(() => {})
      // Not 0 if the shop ended itself, so that whatever started it starts it again.
      process.exit(process.exitCode ?? 0)
    })
  }
  try {
    const running = await opening
    const { username, newPassword } = running.admin
    if (!isClosing) printStart(running, parseConfig(environment))
    // Made while opening, and never shown again.
    else if (newPassword)
      console.log(`\nStopped before the shop opened.\n\n  Admin     ${adminLine(username, newPassword)}\n`)
  } catch (error) {
    // Problems a person can fix are printed as one sentence; anything else with its stack.
    const isKnown =
      error instanceof ConfigError || error instanceof DatabaseError || error instanceof PortError
    console.error(isKnown ? `\n${error.message}\n` : error)
    process.exit(1)
  }
}

/** Prints the startup summary: where the shop is, who may sign in, where data is stored, what is a demo. */
function printStart(running: RunningShop, config: Config) {
  const { admin } = running
  const rows: [string, string][] = [
    ['Shop', running.address],
    ['Admin', adminLine(admin.username, admin.newPassword)],
    ['Data', running.database === 'embedded' ? config.dataDir : 'the database of DATABASE_URL'],
    ['Emails', config.smtpUrl ? 'the server of SMTP_URL' : path.join(config.dataDir, 'mail')],
    ['Payments', paymentsLine(config)],
  ]
  if (running.database === 'embedded') {
    rows.push(['Database', 'embedded database: not for production (set DATABASE_URL to a PostgreSQL server)'])
  }
  const lines = rows.map(([name, value]) => `  ${name.padEnd(10)}${value}`)
  console.log(`\n${config.shopName} is open\n\n${lines.join('\n')}\n`)
}

function paymentsLine({ stripe }: Config): string {
  if (!stripe) return 'demo payments: no money moves'
  return stripe.mode === 'live' ? 'Stripe, live: money moves' : 'Stripe, test mode: no money moves'
}

function adminLine(username: string, newPassword: string | null): string {
  return newPassword
    ? `${username}, password ${newPassword} (shown only now: write it down; you choose your own at the first sign-in)`
    : username
}
