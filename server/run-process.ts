import path from 'node:path'
import { DatabaseError } from '../db/database.ts'
import { PortError, type RunningShop } from './open-shop.ts'
import { type Config, parseConfig } from './shop/config.ts'
import { ConfigError } from './shop/config-error.ts'

/**
 * Opens a shop as this process: prints where it is, stops when it is asked to, and ends with one sentence where a person
 * can mend what is wrong.
 * @param environment the settings, as the process got them
 */
export async function runProcess(
  environment: Record<string, string | undefined>,
  open: (config: Config) => Promise<RunningShop>,
) {
  // What the database makes in the data folder is nobody else's either.
  process.umask(0o077)
  // Asked to stop from the first moment on, also while it is still opening: then it opens, closes and ends.
  let isClosing = false
  const opening = Promise.resolve().then(() => open(parseConfig(environment)))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (isClosing) return
      isClosing = true
      // Whatever hangs, the process ends: a supervisor would kill it anyway, later and harder.
      setTimeout(() => process.exit(1), 9_500).unref()
      await opening.then((running) => running.close()).catch(() => {})
      process.exit(0)
    })
  }
  try {
    const running = await opening
    if (!isClosing) printStart(running, parseConfig(environment))
  } catch (error) {
    // A reason that a person can mend is one sentence; anything else keeps its stack.
    const isKnown =
      error instanceof ConfigError || error instanceof DatabaseError || error instanceof PortError
    console.error(isKnown ? `\n${error.message}\n` : error)
    process.exit(1)
  }
}

/** The one block that a start prints: where the shop is, who may sign in, where things lie, what is not real. */
function printStart(running: RunningShop, config: Config) {
  const { admin } = running
  const rows: [string, string][] = [
    ['Shop', running.address],
    ['Admin', adminLine(admin.username, admin.newPassword)],
    ['Data', running.database === 'embedded' ? config.dataDir : 'the database of DATABASE_URL'],
    ['Mails', config.smtpUrl ? 'the server of SMTP_URL' : path.join(config.dataDir, 'mail')],
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
