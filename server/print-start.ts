import path from 'node:path'
import type { RunningShop } from './open-shop.ts'
import type { Config } from './shop/config.ts'

/** The one block that a start prints: where the shop is, who may sign in, where things lie, what is not real. */
export function printStart(running: RunningShop, config: Config) {
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
