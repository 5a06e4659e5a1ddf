import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { startPostgres } from '../test/postgres.ts'
import { removeData, type ShopProcess, startShopProcess } from '../test/shop-process.ts'
import { startSmtpServer } from '../test/smtp-server.ts'
import { bareShop } from './bare-shop.ts'
import { insertRenewals } from './insert-renewals.ts'
import { processorOf, processorOfAll } from './processor.ts'
import { atLeast, atMost, type Row } from './row.ts'

/** Waiting notices, milliseconds of each reply of the mail server (an email takes four), and seconds of measurement. */
const [notices, delay, seconds] = [100_000, 25, 15]
/** Minimum emails per second, and maximum seconds until a sign-in link queued behind all of them is sent. */
const [fewest, longest] = [80, 2]

/** A slow mail server, a hundred thousand notices, and a built shop between them. */
export async function benchMails(): Promise<Row[]> {
  const postgres = await startPostgres()
  const url = postgres.url('postgres')
  const { shop: bare, close } = await bareShop(url)
  await insertRenewals(bare.db, notices)
  await bare.db.execute(sql`insert into outbox (kind, fact, run_at)
    select 'renewal-notice-7', id || ':' || to_char(paid_until, 'YYYY-MM-DD'), now() from memberships`)
  await bare.db.execute(sql`vacuum analyze outbox`)
  await close()
  const smtp = await startSmtpServer(delay)
  const env = { DATABASE_URL: url, SMTP_URL: smtp.url, SMTP_WITHOUT_TLS: '1', LOG_LEVEL: 'error' }
  const shop = await startShopProcess({ env })
  try {
    await until(() => smtp.received.length > 50, shop)
    // By then, the worker's one-time checks at startup and compilation are over.
    await setTimeout(seconds * 1_000)
    const sent = smtp.received.length
    const [node, server, began] = [processorOf(shop.pid), processorOfAll(postgres.pid()), performance.now()]
    await setTimeout(seconds * 1_000)
    const count = smtp.received.length - sent
    const rate = count / ((performance.now() - began) / 1_000)
    const each = (used: number) => ((used / count) * 1_000).toFixed(1)
    const used = `${each(processorOf(shop.pid) - node)} + ${each(processorOfAll(postgres.pid()) - server)} ms of processor each, Node and PostgreSQL`
    const waited = await askForLink(shop, smtp.received)
    return [
      atLeast(`mails a second at ${delay} ms a reply of the mail server`, rate, fewest, used),
      atMost(
        `seconds until a sign-in link has left behind ${notices.toLocaleString('en')} notices`,
        waited,
        longest,
        'a mail that is on its way is finished first',
      ),
    ]
  } finally {
    await shop.stop()
    removeData(shop.dataDir)
    await smtp.close()
    await postgres.stop()
  }
}

async function askForLink(shop: ShopProcess, received: { to: string[] }[]): Promise<number> {
  const email = 'member99999@example.com'
  const began = performance.now()
  const before = received.length
  const answer = await fetch(`${shop.address}/api/account/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.address },
    body: JSON.stringify({ email }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  await until(() => received.slice(before).some(({ to }) => to.join().includes(email)), shop)
  return (performance.now() - began) / 1_000
}

async function until(isSo: () => boolean, shop: ShopProcess) {
  const end = performance.now() + 60_000
  while (!isSo()) {
    if (performance.now() > end)
      throw new Error(`nothing happened for a minute:\n${shop.output().slice(-2_000)}`)
    await setTimeout(10)
  }
}
